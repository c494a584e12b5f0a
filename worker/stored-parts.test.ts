import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { packParts } from './packed-parts.ts';
import type { StoredParts as Stored } from './stored-parts.ts';

const origin = 'http://localhost';
const address = (what: string | Request): string => new URL(typeof what === 'string' ? what : what.url, origin).href;

/** The event of a service worker that is put in. */
class Installing extends Event {
  waitUntil(wait: Promise<unknown>): void {
    wait.catch(() => undefined);
  }
}

/** One cache of the browser, by address. */
class Files {
  readonly held = new Map<string, string>();
  readonly headers = new Map<string, Headers>();
  /** Addresses for which there is no room. */
  readonly full = new Set<string>();

  match(request: string | Request): Promise<Response | undefined> {
    const text = this.held.get(address(request));
    return Promise.resolve(text === undefined ? undefined : new Response(text));
  }

  async put(request: string | Request, response: Response): Promise<void> {
    const url = address(request);
    if (this.full.has(new URL(url).pathname)) throw new DOMException('no room', 'QuotaExceededError');
    this.headers.set(url, response.headers);
    this.held.set(url, await response.text());
  }

  delete(request: string | Request): Promise<boolean> {
    return Promise.resolve(this.held.delete(address(request)));
  }

  keys(): Promise<readonly Request[]> {
    return Promise.resolve([...this.held.keys()].map((url) => new Request(url)));
  }
}

/** A network on which every file waits until it is let through. */
class Line {
  readonly asked: string[] = [];
  readonly #waiting: { readonly url: string; readonly answer: (response: Response) => void }[] = [];
  most = 0;

  /** All files in one, where this server has such. */
  pack: (() => Response) | null = null;

  readonly fetch = (request: Request | string): Promise<Response> => {
    const url = address(request);
    this.asked.push(new URL(url).pathname);
    if (url.endsWith('/parts.pack')) return Promise.resolve(this.pack?.() ?? new Response('', { status: 404 }));
    return new Promise((answer) => {
      this.#waiting.push({ url, answer });
      this.most = Math.max(this.most, this.#waiting.length);
    });
  };

  /** Answers whatever is asked for until nobody asks any more. */
  async answerAll(status = (_path: string) => 200): Promise<void> {
    for (;;) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((over) => setTimeout(over));
      const next = this.#waiting.splice(0);
      if (next.length === 0) return;
      for (const { url, answer } of next) {
        const { pathname } = new URL(url);
        answer(new Response(`file ${pathname}`, { status: status(pathname) }));
      }
    }
  }
}

const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ url: `/assets/part-${index}.js`, revision: null }));

describe('[OF-1] the files of the app on a device', () => {
  let files: Files;
  let line: Line;
  let StoredParts: typeof Stored;

  beforeEach(async () => {
    files = new Files();
    line = new Line();
    const caches = {
      open: () => Promise.resolve(files),
      match: (request: string | Request) => files.match(request),
    };
    vi.stubGlobal('self', { location: new URL('/sw.js', origin), caches, __WB_DISABLE_DEV_LOGS: true });
    vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
    vi.stubGlobal('location', new URL('/sw.js', origin));
    vi.stubGlobal('caches', caches);
    vi.stubGlobal('fetch', line.fetch);
    vi.stubGlobal('FetchEvent', class FetchEvent extends Event {});
    vi.stubGlobal('ExtendableEvent', Installing);
    vi.stubGlobal(
      'Request',
      class extends Request {
        constructor(input: string | Request, init?: RequestInit) {
          super(typeof input === 'string' ? address(input) : input, init);
        }
      },
    );
    vi.resetModules();
    ({ StoredParts } = await import('./stored-parts.ts'));
  });

  afterEach(() => void vi.unstubAllGlobals());

  const event = () => new Installing('install');

  /** An install that goes as it goes. */
  async function install(parts: Stored, status?: (path: string) => number): Promise<void> {
    const installed = parts.install(event());
    installed.catch(() => undefined);
    await line.answerAll(status);
    await installed;
  }

  const packOf = (urls: readonly string[]) =>
    packParts(urls.map((url) => ({ url, type: 'text/javascript', bytes: new TextEncoder().encode(`packed ${url}`) })));

  const urlsOf = (parts: readonly { readonly url: string }[]) => parts.map(({ url }) => url).toSorted();

  it('come in one answer, with its headers; only what is not in it comes by itself', async () => {
    const all = named(40);
    line.pack = () =>
      new Response(packOf(all.slice(3).map(({ url }) => url.slice(1))), {
        headers: {
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-cache',
          'content-type': 'application/octet-stream',
          'content-encoding': 'br',
        },
      });
    const parts = new StoredParts([...all, { url: '/index.html', revision: '1' }]);
    await install(parts);
    expect(line.asked[0]).toBe('/parts.pack');
    expect(line.asked.slice(1).toSorted()).toEqual(urlsOf([...all.slice(0, 3), { url: '/index.html' }]));
    for (const [index, { url }] of all.entries())
      expect(await (await parts.match(origin + url))?.text()).toBe(
        index < 3 ? `file ${url}` : `packed ${url.slice(1)}`,
      );
    const headers = files.headers.get(`${origin}/assets/part-7.js`);
    expect(Object.fromEntries(headers ?? [])).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript',
      'x-content-type-options': 'nosniff',
    });
  });

  it('of which some came before the line broke are asked for only where they did not', async () => {
    const all = named(40);
    line.pack = () => {
      const packed = packOf(urlsOf(all));
      let turn = 0;
      return new Response(
        new ReadableStream({
          pull(controller) {
            turn += 1;
            if (turn > 1) controller.error(new TypeError('gone'));
            else controller.enqueue(packed.slice(0, -40));
          },
        }),
      );
    };
    await install(new StoredParts(all));
    expect(line.asked.toSorted()).toEqual(['/parts.pack', ...urlsOf(all).slice(-2)].toSorted());
    expect(files.held.size).toBe(40);
  });

  it('that came stay where the rest did not, and are not asked for again', async () => {
    const all = named(40);
    line.pack = () => new Response(packOf(urlsOf(all).slice(0, 30)));
    await expect(install(new StoredParts(all), () => 503)).rejects.toThrow();
    expect(files.held.size).toBe(30);
    line.asked.length = 0;
    await install(new StoredParts(all));
    expect(line.asked.toSorted()).toEqual(urlsOf(all).slice(30));
  });

  it.each([
    ['there is no pack', () => new Response('', { status: 404 })],
    ['a page is answered', () => new Response('<!doctype html><p>Please log in to this network</p>')],
    ['the pack is of another version', () => new Response(packOf(['assets/part-0-new.js', '/index.html']))],
  ])('come one by one where %s', async (_what, pack) => {
    const all = named(40);
    line.pack = pack;
    const parts = new StoredParts([...all, { url: '/index.html', revision: '1' }]);
    await install(parts);
    expect(line.asked.slice(1).toSorted()).toEqual(urlsOf([...all, { url: '/index.html' }]));
    expect(files.held.size).toBe(41);
    // Its name says nothing of what is in it, so the pack does not say it either.
    expect(await (await parts.match(`${origin}/index.html`))?.text()).toBe('file /index.html');
  });

  it('are not installed where there is no room for one', async () => {
    const all = named(40);
    files.full.add('/assets/part-5.js');
    line.pack = () => new Response(packOf(urlsOf(all)));
    await expect(install(new StoredParts(all))).rejects.toThrow();
    expect(files.held.size).toBe(39);
  });

  it('come six at a time, each once, and every one is answered from here', async () => {
    const parts = new StoredParts(named(24));
    await install(parts);
    expect(line.most).toBe(6);
    expect(line.asked.toSorted()).toEqual(urlsOf(named(24)));
    for (const { url } of named(24)) {
      expect(parts.has(origin + url)).toBe(true);
      expect(await (await parts.match(origin + url))?.text()).toBe(`file ${url}`);
    }
    expect(parts.has(`${origin}/assets/part-40.js`)).toBe(false);
    expect(await parts.match(`${origin}/assets/part-40.js`)).toBeUndefined();
  });

  it('are installed only if every one came', async () => {
    const installed = new StoredParts(named(20)).install(event());
    const outcome = expect(installed).rejects.toThrow();
    await line.answerAll((path) => (path === '/assets/part-13.js' ? 503 : 200));
    await outcome;
  });

  it('are fetched for a new version only where they changed; what only the old one had goes when it takes over', async () => {
    const first = new StoredParts([...named(8), { url: '/index.html', revision: '1' }]);
    const installed = first.install(event());
    await line.answerAll();
    await installed;
    line.asked.length = 0;
    const next = new StoredParts([...named(12).slice(2), { url: '/index.html', revision: '2' }]);
    const again = next.install(event());
    await line.answerAll();
    await again;
    expect(line.asked.toSorted()).toEqual([
      '/assets/part-10.js',
      '/assets/part-11.js',
      '/assets/part-8.js',
      '/assets/part-9.js',
      '/index.html',
    ]);
    // The old version goes on until it is over.
    expect(await first.match(`${origin}/assets/part-0.js`)).toBeDefined();
    await next.activate(event());
    expect([...files.held.keys()].map((url) => url.slice(origin.length)).toSorted()).toEqual(
      [
        '/index.html?__WB_REVISION__=2',
        ...named(12)
          .slice(2)
          .map(({ url }) => url),
      ].toSorted(),
    );
  });
});
