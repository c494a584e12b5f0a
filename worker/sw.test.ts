import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { elsewhere, json, taken, WorkerWorld } from './testing/worker-world.ts';

type Listener = (event: object) => void;

/** Nothing was stored yet. */
const noFiles = { keys: () => Promise.resolve([]), open: () => Promise.resolve({ keys: () => Promise.resolve([]) }) };

/** What the browser hands to a service worker, as far as ours asks for it. */
class Scope {
  readonly location = new URL('http://localhost/sw.js');
  readonly __WB_MANIFEST = [{ url: '/index.html', revision: '1' }];
  readonly caches = noFiles;
  readonly clients = { claim: () => Promise.resolve() };
  readonly #listeners = new Map<string, Listener[]>();

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }

  /** Every promise that the browser is asked to wait for, once each is over: `rejected` is what makes it try a sync again. */
  async fire(type: string, more: object = {}): Promise<readonly string[]> {
    const waits: Promise<unknown>[] = [];
    const event = { ...more, waitUntil: (wait: Promise<unknown>) => waits.push(wait) };
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
    return (await Promise.allSettled(waits)).map(({ status }) => status);
  }
}

describe('a sync that the browser runs with the app closed', () => {
  let world: WorkerWorld;
  let scope: Scope;

  beforeEach(async () => {
    world = await WorkerWorld.create(12);
    scope = new Scope();
    vi.stubGlobal('self', scope);
    vi.stubGlobal('location', scope.location);
    vi.stubGlobal('caches', noFiles);
    vi.resetModules();
    await import('./sw.ts');
  });
  afterEach(() => {
    world.close();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const sync = () => scope.fire('sync', { tag: 'orchid-deposit-3' });

  it.each([
    ['no network', () => null],
    ['a server that fails', () => json(503, {})],
    ["a portal's page", () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['an answer from where a portal sent it', elsewhere],
  ])('is tried again by the browser while rows wait: %s; then it is done with', async (_name, answer) => {
    world.answer = answer;
    expect(await sync()).toEqual(['rejected']);
    expect(await sync()).toEqual(['rejected']);
    world.answer = (_path, push) => taken(push);
    expect(await sync()).toEqual(['fulfilled']);
    expect(await world.meta(world.replica, 'mark')).toEqual({ mark: 12 });
  });

  it('is tried again where a part arrived and the rest did not', async () => {
    const many = await WorkerWorld.create(1200);
    many.answer = (_path, push) => (many.pushes.length === 1 ? taken(push) : null);
    expect(await sync()).toEqual(['rejected']);
    many.answer = (_path, push) => taken(push);
    expect(await sync()).toEqual(['fulfilled']);
    expect(await many.meta(many.replica, 'mark')).toEqual({ mark: 1200 });
    many.close();
  });

  it('[LO-1] is tried again while the server has not heard of a lock, and sends nothing before', async () => {
    await world.put(world.device, 'meta', [{ k: 'pending-logout', m: 'lock' }]);
    world.answer = (path, push) => (path.endsWith('/lock') ? json(503, {}) : taken(push));
    expect(await sync()).toEqual(['rejected']);
    expect(world.calls).toEqual(['/api/login/v1/lock']);
    world.answer = (path, push) => (path.endsWith('/lock') ? json(200, {}) : taken(push));
    expect(await sync()).toEqual(['fulfilled']);
    expect(await world.meta(world.replica, 'mark')).toEqual({ mark: 12 });
  });

  it('[LO-1] tells the server of a lock, and sends what waits, in a browser that has no locks too', async () => {
    vi.stubGlobal('navigator', {});
    await world.put(world.device, 'meta', [{ k: 'pending-logout', m: 'lock' }]);
    world.answer = (path, push) => (path.endsWith('/lock') ? json(200, {}) : taken(push));
    expect(await sync()).toEqual(['fulfilled']);
    expect(world.calls[0]).toBe('/api/login/v1/lock');
    expect(await world.meta(world.replica, 'mark')).toEqual({ mark: 12 });
  });

  it('is tried again where storage fails', async () => {
    const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    expect(await sync()).toEqual(['rejected']);
    failing.mockRestore();
    world.answer = (_path, push) => taken(push);
    expect(await sync()).toEqual(['fulfilled']);
  });

  it('is not tried again where another attempt brings nothing: all refused, or nothing here', async () => {
    world.answer = () => json(422, {});
    expect(await sync()).toEqual(['fulfilled']);
    world.close();
    indexedDB = new IDBFactory();
    expect(await sync()).toEqual(['fulfilled']);
  });

  it('is no business of ours under another tag', async () => {
    expect(await scope.fire('sync', { tag: 'something-else' })).toEqual([]);
    expect(world.calls).toEqual([]);
  });

  it('tells a page that asks for it what came of it, and sends nothing twice meanwhile', async () => {
    world.answer = (_path, push) => taken(push);
    const said: unknown[] = [];
    const source = { postMessage: (message: unknown) => said.push(message) };
    await Promise.all([sync(), scope.fire('message', { data: { type: 'deposit' }, source })]);
    expect([said, world.pushes.length]).toEqual([[{ type: 'deposit-outcome', outcome: 'delivered' }], 1]);
    await world.put(world.replica, 'meta', [{ k: 'mark', m: { mark: 0 } }]);
    world.answer = () => null;
    await scope.fire('message', { data: { type: 'deposit' }, source });
    expect(said.at(-1)).toEqual({ type: 'deposit-outcome', outcome: 'waiting' });
  });

  it('a new version serves pages at once, however long a network takes to answer', async () => {
    const fetched = vi.fn(() => new Promise<never>(() => undefined));
    vi.stubGlobal('fetch', fetched);
    expect(new Set(await scope.fire('activate'))).toEqual(new Set(['fulfilled']));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  });

  it('what the server answers goes past it where the browser can be told so; one that cannot, or will not, installs it all the same', async () => {
    const routes = vi.fn(() => Promise.resolve());
    await scope.fire('install', { addRoutes: routes });
    expect(routes).toHaveBeenCalledExactlyOnceWith(
      ['/api/*', '/healthz', '/readyz', '/dev', '/dev/*'].map((pathname) => ({
        condition: { urlPattern: { pathname } },
        source: 'network',
      })),
    );
    const refusing = () => Promise.reject(new TypeError('no such routes'));
    for (const more of [{}, { addRoutes: refusing }])
      expect((await scope.fire('install', more)).at(-1)).toBe('fulfilled');
  });
});
