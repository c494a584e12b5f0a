import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

  match(request: string | Request): Promise<Response | undefined> {
    const text = this.held.get(address(request));
    return Promise.resolve(text === undefined ? undefined : new Response(text));
  }

  async put(request: string | Request, response: Response): Promise<void> {
    this.held.set(address(request), await response.text());
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

  readonly fetch = (request: Request): Promise<Response> => {
    this.asked.push(new URL(request.url).pathname);
    return new Promise((answer) => {
      this.#waiting.push({ url: request.url, answer });
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

  it('come six at a time, each once, and every one is answered from here', async () => {
    const parts = new StoredParts(named(40));
    const installed = parts.install(event());
    await line.answerAll();
    await installed;
    expect(line.most).toBe(6);
    expect(line.asked.toSorted()).toEqual(
      named(40)
        .map(({ url }) => url)
        .toSorted(),
    );
    for (const { url } of named(40)) {
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
