import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TransportAnswer } from '../sync/ports.ts';
import { heartbeatMs } from '../sync/protocol/socket-message.ts';
import { systemClock } from '../sync/web/system-ports.ts';
import { PokeSocket } from './poke-socket.ts';

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readonly url: string;
  readyState = 0;
  closed = 0;
  readonly said: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.made.push(this);
  }

  open(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    return this;
  }

  hear(event: unknown): void {
    this.onmessage?.({ data: typeof event === 'string' ? event : JSON.stringify(event) });
  }

  send(text: string): void {
    this.said.push(JSON.parse(text));
  }

  close(): void {
    this.closed += 1;
    this.readyState = 3;
  }
}

let heard: unknown[];
let socket: PokeSocket;
const last = (): FakeSocket => {
  const made = FakeSocket.made.at(-1);
  if (!made) throw new Error('no socket');
  return made;
};
const made = () => FakeSocket.made.length;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  [FakeSocket.made, heard] = [[], []];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('self', { location: { origin: 'https://here' } });
  socket = new PokeSocket({
    clock: systemClock,
    onPoke: () => heard.push('poke'),
    onPage: (place, lines) => heard.push([place, lines]),
    onSessions: (told) => heard.push(told),
    onLost: () => heard.push('lost'),
  });
});
afterEach(() => {
  socket.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the socket of a tab that leads', () => {
  it('is one, to our own server, and asks once for what came while nobody listened', () => {
    socket.start();
    socket.start();
    expect([made(), last().url]).toEqual([1, 'wss://here/api/instant_messaging/v1/ws']);
    expect(heard).toEqual([]);
    last().open();
    expect(heard).toEqual(['poke']);
  });

  it('hands on pokes and pages as they came, and takes nothing of what does not parse', () => {
    socket.start();
    last().open();
    heard = [];
    last().hear({ type: 'poke' });
    last().hear({ type: 'page', client: 'k1', cursor: 'c7', lines: ['one', 'two'] });
    for (const odd of ['{', '[]', { type: 'page', client: 'k1' }, { type: 'pong' }, { type: 'signed_out' }])
      last().hear(odd);
    last().onmessage?.({ data: new ArrayBuffer(4) });
    expect(heard).toEqual(['poke', [{ clientId: 'k1', cursor: 'c7' }, ['one', 'two']]]);
  });

  it('says where this replica stands once it is open, and before it says nothing', () => {
    const place = { clientId: 'k1', cursor: 'c7' };
    socket.follow(place);
    socket.start();
    socket.follow(place);
    expect(last().said).toEqual([]);
    last().open();
    socket.follow(place);
    expect(last().said).toEqual([{ type: 'follow', client: 'k1', cursor: 'c7' }]);
  });

  it('goes with the lead: nothing is heard, said or begun after it', async () => {
    socket.start();
    const first = last().open();
    heard = [];
    socket.stop();
    expect([first.closed, vi.getTimerCount()]).toEqual([1, 0]);
    first.onclose?.();
    await pass(200_000);
    socket.follow({ clientId: 'k1', cursor: 'c1' });
    await socket.watch(Promise.resolve<TransportAnswer<null>>({ kind: 'unreachable' }));
    await socket.watch(Promise.resolve<TransportAnswer<null>>({ kind: 'answered', value: null }));
    expect([made(), heard, first.said, vi.getTimerCount()]).toEqual([1, [], [], 0]);
    socket.start();
    expect(made()).toBe(2);
  });

  it('that was lost while it waited for another is not begun after the lead went', async () => {
    socket.start();
    last().onclose?.();
    socket.stop();
    expect(vi.getTimerCount()).toBe(0);
    await pass(120_000);
    expect(made()).toBe(1);
  });
});

describe('a socket that is lost', () => {
  it('is begun anew after longer and longer pauses; that it was lost is said once', async () => {
    socket.start();
    for (const [turn, waitMs] of [500, 2000, 4500, 8000].entries()) {
      last().onerror?.();
      last().onclose?.();
      await pass(waitMs - 1);
      expect(made()).toBe(turn + 1);
      await pass(1);
      expect(made()).toBe(turn + 2);
    }
    expect(heard).toEqual(['lost']);
  });

  it('after a word of the server begins at the shortest pause again, and says so again', async () => {
    socket.start();
    last().onclose?.();
    await pass(500);
    last().onclose?.();
    await pass(2000);
    last().hear({ type: 'pong' });
    last().onclose?.();
    await pass(500);
    expect(made()).toBe(4);
    expect(heard).toEqual(['lost', 'lost']);
  });

  it('says nothing of the one that took its place', async () => {
    socket.start();
    const first = last().open();
    first.onclose?.();
    await pass(500);
    last().open();
    heard = [];
    first.onclose?.();
    first.onerror?.();
    await pass(heartbeatMs);
    expect([made(), heard]).toEqual([2, []]);
    // The heart of the first one beats no more: one ping, not two.
    expect([first.said, last().said]).toEqual([[], [{ type: 'ping' }]]);
  });

  it.each<readonly [TransportAnswer<null>, boolean]>([
    [{ kind: 'unreachable' }, true],
    [{ kind: 'retry' }, true],
    [{ kind: 'signed-out' }, false],
    [{ kind: 'refused', code: '422' }, false],
  ])('after %j a first answer has it begun at once: %s; a second one does nothing', async (bad, isBegun) => {
    const answered: TransportAnswer<null> = { kind: 'answered', value: null };
    socket.start();
    for (const waitMs of [500, 2000, 4500]) {
      last().onclose?.();
      await pass(waitMs);
    }
    last().onclose?.();
    const before = made();
    expect(await socket.watch(Promise.resolve(bad))).toBe(bad);
    expect(await socket.watch(Promise.resolve(answered))).toBe(answered);
    expect(made() - before).toBe(isBegun ? 1 : 0);
    if (!isBegun) return;
    // Begun with no attempts behind it, which do not come on top.
    last().onclose?.();
    await socket.watch(Promise.resolve(answered));
    expect(made() - before).toBe(1);
    await pass(500);
    expect(made() - before).toBe(2);
  });

  it('a request that throws is the caller’s to hear', async () => {
    await expect(socket.watch(Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  });

  it('one that hears something in time is kept, and is not asked a second time', async () => {
    socket.start();
    const first = last().open();
    await pass(1000);
    await socket.watch(Promise.resolve<TransportAnswer<null>>({ kind: 'unreachable' }));
    for (let turn = 0; turn < 2; turn += 1)
      await socket.watch(Promise.resolve<TransportAnswer<null>>({ kind: 'answered', value: null }));
    expect(first.said).toEqual([{ type: 'ping' }]);
    await pass(2999);
    first.hear({ type: 'pong' });
    await pass(1);
    expect([first.closed, made()]).toEqual([0, 1]);
  });
});
