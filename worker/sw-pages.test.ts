import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Listener = (event: object) => void;

class Page {
  readonly id: string;
  readonly said: unknown[][] = [];

  constructor(id: string) {
    this.id = id;
  }

  postMessage(...said: unknown[]): void {
    this.said.push(said);
  }
}

const origin = 'http://localhost';
let listeners: Map<string, Listener[]>;
let stored: Map<string, Response>;
let windows: Page[];
let asked: unknown[];
let claims: number;
let skips: number;
let claimed: Promise<void>;

beforeEach(async () => {
  [listeners, stored, windows, asked, claims, skips] = [new Map(), new Map(), [], [], 0, 0];
  claimed = Promise.resolve();
  const cache = {
    keys: () => Promise.resolve([]),
    match: (key: string) => Promise.resolve(stored.get(new URL(key, origin).pathname)),
  };
  const caches = { keys: () => Promise.resolve([]), open: () => Promise.resolve(cache) };
  const location = new URL('/sw.js', origin);
  const scope = {
    location,
    caches,
    // As beside: what is precached stands in a module that all of these share.
    __WB_MANIFEST: [
      { url: '/index.html', revision: '1' },
      { url: '/assets/a.js', revision: null },
    ],
    clients: {
      claim: () => {
        claims += 1;
        return claimed;
      },
      matchAll: (which: object) => {
        asked.push(which);
        return Promise.resolve(windows);
      },
    },
    skipWaiting: () => Promise.resolve(void (skips += 1)),
    addEventListener: (type: string, listener: Listener) =>
      listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  };
  vi.stubGlobal('self', scope);
  vi.stubGlobal('location', location);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('WindowClient', Page);
  vi.stubGlobal('fetch', (request: unknown) => Promise.resolve(request));
  vi.resetModules();
  await import('./sw.ts');
});
afterEach(() => vi.unstubAllGlobals());

/** What every promise that the browser is asked to wait for came to. */
async function fire(type: string, more: object): Promise<readonly unknown[]> {
  const waits: Promise<unknown>[] = [];
  for (const listener of listeners.get(type) ?? [])
    listener({ ...more, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
  return Promise.all(waits);
}

/** What a page gets for an address; null: the browser asks the network, as without a service worker. */
async function open(address: string, more: object = {}): Promise<unknown> {
  const request = { url: new URL(address, origin).href, method: 'GET', mode: 'cors', ...more };
  const answers: Promise<unknown>[] = [];
  for (const listener of listeners.get('fetch') ?? [])
    listener({ request, respondWith: (given: Promise<unknown>) => answers.push(given) });
  return answers.length === 0 ? null : { is: (await Promise.all(answers))[0], request };
}

describe('what a page asks for', () => {
  const shell = new Response('shell');
  const script = new Response('script');
  beforeEach(() => {
    stored.set('/index.html', shell);
    stored.set('/assets/a.js', script);
  });
  const navigate = { mode: 'navigate' };

  it.each<readonly [string, object, Response | null]>([
    ['/', navigate, shell],
    ['/pro-dashboard/clients/c1?tab=notes', navigate, shell],
    ['/index.html', navigate, shell],
    ['/assets/a.js', {}, script],
    ['/assets/a.js?t=1', {}, script],
    ['/assets/a.js', navigate, script],
    ['/assets/unknown.js', {}, null],
    ['/pro-dashboard', {}, null],
    ['/', { ...navigate, method: 'POST' }, null],
    ['https://elsewhere.example/assets/a.js', {}, null],
    ['https://elsewhere.example/', navigate, null],
    ['/api/users/v1/user_info', {}, null],
    ['/api/anything', navigate, null],
    ['/healthz', navigate, null],
    ['/dev/mail', navigate, null],
  ])('%s %j', async (address, more, response) => {
    const given = await open(address, more);
    if (response === null) expect(given).toBeNull();
    else expect(given).toHaveProperty('is', response);
  });

  it('what the device has lost comes from the network, as it was asked for', async () => {
    stored.clear();
    const given = (await open('/pro-dashboard', navigate)) as { is: unknown; request: unknown };
    expect(given.is).toBe(given.request);
  });
});

describe('what a page says', () => {
  it('a new version takes over when it is told to, and a page is taken in when it asks; nothing else does', async () => {
    await fire('message', { data: { type: 'SKIP_WAITING' } });
    expect([skips, claims]).toEqual([1, 0]);
    await fire('message', { data: { type: 'claim' } });
    expect([skips, claims]).toEqual([1, 1]);
    for (const data of [null, 'claim', {}, { type: 'skip_waiting' }, { type: 'relay-key', index: 'first' }])
      expect(await fire('message', { data })).toEqual([]);
    expect([skips, claims, asked]).toEqual([1, 1, []]);
  });

  it('the browser waits until every page is taken in', async () => {
    let end = (): void => undefined;
    claimed = new Promise((resolve) => (end = resolve));
    for (const event of ['activate', 'message']) {
      let isOver = false;
      void fire(event, { data: { type: 'claim' } }).then(() => (isOver = true));
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect([event, isOver]).toEqual([event, false]);
    }
    end();
  });
});

describe('a new tab that asks for the key of another', () => {
  const ask = async (asker: unknown, index?: number) => {
    const said: unknown[] = [];
    const given = { postMessage: (message: unknown) => said.push(message) };
    const data = { type: 'relay-key', ...(index === undefined ? {} : { index }) };
    await fire('message', { data, source: asker, ports: [given] });
    return { given, said };
  };

  beforeEach(() => {
    windows = [new Page('a'), new Page('b'), new Page('c')];
  });

  it.each([
    ['b', undefined, 'a'],
    ['b', 0, 'a'],
    ['b', 1, 'c'],
    ['a', 0, 'b'],
  ])('%s, turn %s: its port goes to %s, and to nobody else; itself it is never asked', async (asker, index, other) => {
    const { given, said } = await ask(
      windows.find(({ id }) => id === asker),
      index,
    );
    expect(asked).toEqual([{ type: 'window' }]);
    for (const { id, said: heard } of windows)
      expect(heard).toEqual(id === other ? [[{ type: 'give-key' }, [given]]] : []);
    expect(said).toEqual([]);
  });

  it('is told where there is nobody further', async () => {
    expect((await ask(windows[0], 2)).said).toEqual([{ kind: 'nobody' }]);
    windows = [];
    expect((await ask(new Page('d'), 0)).said).toEqual([{ kind: 'nobody' }]);
  });

  it('and brings no port bothers nobody', async () => {
    await fire('message', { data: { type: 'relay-key' }, source: windows[0], ports: [] });
    expect(windows.flatMap(({ said }) => said)).toEqual([]);
  });
});
