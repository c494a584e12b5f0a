import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerKeyQuestions, askForKey } from './key-relay.ts';

/** What a tab does with the port that is handed to it; nothing: it is frozen. */
type Tab = (port: MessagePort) => void;

const key = new Uint8Array(32).fill(5);
const gives =
  (sub: string): Tab =>
  (port) =>
    port.postMessage({ kind: 'key', sub, replicaKey: key });
const isLocked: Tab = (port) => port.postMessage({ kind: 'locked' });
const nobody: Tab = (port) => port.postMessage({ kind: 'nobody' });
const isFrozen: Tab = () => undefined;

/** The page's own ends of the ports that it made. */
let ends: MessagePort[] = [];
let given: MessagePort[] = [];
let asked: unknown[] = [];

/** A service worker that hands a question on to the tab at its place. */
function openTabs(...tabs: readonly Tab[]): void {
  const postMessage = (message: { index: number }, [port]: MessagePort[]): void => {
    asked.push(message);
    if (!port) return;
    given.push(port);
    (tabs[message.index] ?? nobody)(port);
  };
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } });
}

beforeEach(() => {
  [ends, given, asked] = [[], [], []];
  const Original = MessageChannel;
  vi.stubGlobal('MessageChannel', function Channel() {
    const made = new Original();
    vi.spyOn(made.port1, 'close');
    ends.push(made.port1);
    return made;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  for (const port of [...ends, ...given]) port.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Ports speak outside of the clock. */
async function untilAsked(times: number): Promise<void> {
  for (let turn = 0; turn < 2000 && asked.length < times; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toHaveLength(times);
}

describe('a new tab that asks for the key', () => {
  it('gets it from an open tab of its own account, and asks no further', async () => {
    openTabs(gives('pro-1'), gives('pro-1'));
    expect(await askForKey('pro-1')).toEqual(key);
    expect(asked).toEqual([{ type: 'relay-key', index: 0 }]);
  });

  it('passes over one of another account, a locked one and a frozen one', async () => {
    openTabs(gives('pro-2'), isLocked, isFrozen, gives('pro-1'));
    const asking = askForKey('pro-1');
    await untilAsked(3);
    await vi.advanceTimersByTimeAsync(799);
    expect(asked).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asking).toEqual(key);
    expect(asked).toEqual([0, 1, 2, 3].map((index) => ({ type: 'relay-key', index })));
  });

  it('is given none by another account’s tab alone', async () => {
    openTabs(gives('pro-2'));
    expect(await askForKey('pro-1')).toBeNull();
  });

  it('stops where there is no further tab', async () => {
    openTabs(isLocked);
    expect(await askForKey('pro-1')).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it('asks eight tabs at most', async () => {
    openTabs(...Array.from({ length: 20 }, () => isLocked));
    expect(await askForKey('pro-1')).toBeNull();
    expect(asked).toHaveLength(8);
  });

  it('leaves no port open and no timer running, whatever came', async () => {
    openTabs(isLocked, isFrozen, gives('pro-1'));
    const asking = askForKey('pro-1');
    await untilAsked(2);
    await vi.advanceTimersByTimeAsync(800);
    await asking;
    expect(ends).toHaveLength(3);
    for (const port of ends) expect(port.close).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('without a service worker that answers for this page nobody is asked', async () => {
    vi.stubGlobal('navigator', { serviceWorker: { controller: null } });
    expect(await askForKey('pro-1')).toBeNull();
    vi.stubGlobal('navigator', {});
    expect(await askForKey('pro-1')).toBeNull();
    expect(ends).toEqual([]);
  });
});

describe('an open tab that is asked', () => {
  type Asked = { readonly data: unknown; readonly ports: readonly { postMessage(answer: unknown): void }[] };
  let hear: (event: Asked) => void = () => undefined;
  let keys: { readonly sub: string; readonly replicaKey: Uint8Array } | null = null;

  beforeEach(() => {
    const addEventListener = (type: string, listener: typeof hear): void => {
      expect(type).toBe('message');
      hear = listener;
    };
    vi.stubGlobal('navigator', { serviceWorker: { addEventListener } });
    answerKeyQuestions(() => keys);
  });

  const ask = (data: unknown): unknown[] => {
    const said: unknown[] = [];
    hear({ data, ports: [{ postMessage: (answer) => said.push(answer) }] });
    return said;
  };

  it('[LK-2] answers by what is so now: a lock in between gives nothing away', () => {
    keys = { sub: 'pro-1', replicaKey: key };
    expect(ask({ type: 'give-key' })).toEqual([{ kind: 'key', sub: 'pro-1', replicaKey: key }]);
    keys = null;
    expect(ask({ type: 'give-key' })).toEqual([{ kind: 'locked' }]);
  });

  it.each([[null], [{}], [{ type: 'deposit-outcome' }], ['give-key']])('says nothing to %j', (data) => {
    keys = { sub: 'pro-1', replicaKey: key };
    expect(ask(data)).toEqual([]);
    expect(() => hear({ data: { type: 'give-key' }, ports: [] })).not.toThrow();
  });

  it('needs no service worker to be there', () => {
    vi.stubGlobal('navigator', {});
    expect(() => answerKeyQuestions(() => keys)).not.toThrow();
  });
});
