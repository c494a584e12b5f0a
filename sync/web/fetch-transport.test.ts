import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetchTransport } from './fetch-transport.ts';
import { noteLastActive, signRequests } from './renewal.ts';

interface Asked {
  readonly path: string;
  readonly init: RequestInit;
}

const asked: Asked[] = [];
let answer: () => Promise<Response | null>;
const transport = createFetchTransport((path, init) => {
  asked.push({ path, init });
  return answer();
});

beforeEach(() => {
  asked.length = 0;
  answer = () => Promise.resolve(null);
  vi.useFakeTimers();
});
afterEach(() => {
  noteLastActive(null);
  signRequests(null);
  vi.useRealTimers();
});

const response = (status: number, headers: Readonly<Record<string, string>>, body: BodyInit = '{}'): Response =>
  new Response(body, { status, headers });
const json = { 'content-type': 'application/json' };
const lines = { 'content-type': 'application/x-ndjson' };
const ledAway = (status: number, headers = json): Response =>
  Object.defineProperty(response(status, headers), 'redirected', { value: true });

const push = (signal?: AbortSignal) => transport.push({ rows: [] }, signal);
const place = { cursor: 'c1', clientId: 'k1', confirmed: 3 };

/** A body that the test writes piece by piece, and whether its reader has let go of it. */
class Feed {
  isCancelled = false;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  readonly stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (this.#controller = controller),
    cancel: () => void (this.isCancelled = true),
  });

  say(text: string | Uint8Array): void {
    this.#controller?.enqueue(typeof text === 'string' ? this.#encoder.encode(text) : text);
  }

  end(): void {
    this.#controller?.close();
  }

  /** As a browser does where a request is called off while its body comes. */
  breakOn(signal: AbortSignal | null | undefined): void {
    signal?.addEventListener('abort', () => this.#controller?.error(signal.reason));
  }
}

const feed = (made = new Feed()): Feed => {
  answer = () => {
    made.breakOn(asked.at(-1)?.init.signal);
    return Promise.resolve(new Response(made.stream, { status: 200, headers: lines }));
  };
  return made;
};

describe('what an answer of the network means for the engine', () => {
  it.each<readonly [string, () => Response | null, object]>([
    ['no answer', () => null, { kind: 'unreachable' }],
    ['401', () => response(401, json), { kind: 'signed-out' }],
    ['403', () => response(403, json), { kind: 'signed-out' }],
    ['426', () => response(426, json), { kind: 'client-too-old' }],
    ['429 that says when', () => response(429, { 'retry-after': '7' }), { kind: 'retry', delayMs: 7000 }],
    ['503 that says when', () => response(503, { 'retry-after': '2' }), { kind: 'retry', delayMs: 2000 }],
    ['429 that does not say when', () => response(429, json), { kind: 'retry' }],
    ['503 that says it in words', () => response(503, { 'retry-after': 'soon' }), { kind: 'retry' }],
    ['503 that says 0', () => response(503, { 'retry-after': '0' }), { kind: 'retry' }],
    ['413 of ours', () => response(413, json), { kind: 'refused', code: '413' }],
    ['422 of ours', () => response(422, json), { kind: 'refused', code: '422' }],
    ['a proxy’s page with 413', () => response(413, { 'content-type': 'text/html' }), { kind: 'unreachable' }],
    ['422 from where a portal led', () => ledAway(422), { kind: 'unreachable' }],
    ['499 without a type', () => new Response(null, { status: 499 }), { kind: 'unreachable' }],
    ['500 of ours', () => response(500, json), { kind: 'unreachable' }],
    ['502', () => response(502, { 'content-type': 'text/html' }), { kind: 'unreachable' }],
    ['a portal’s page with 200', () => response(200, { 'content-type': 'text/html' }), { kind: 'unreachable' }],
  ])('%s, to a push and to a pull', async (_name, given, meant) => {
    answer = async () => given();
    expect(await push()).toEqual(meant);
    expect(await transport.pull(place, () => undefined)).toEqual(meant);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a push is answered with what the server said, and one whose answer was cut is not answered', async () => {
    answer = async () => response(200, json, '{"kind":"ok"}');
    expect(await push()).toEqual({ kind: 'answered', value: { kind: 'ok' } });
    answer = async () => response(200, json, '{"kind":"o');
    expect(await push()).toEqual({ kind: 'unreachable' });
    // JSON is no page of lines.
    expect(await transport.pull(place, () => undefined)).toEqual({ kind: 'unreachable' });
  });
});

describe('what is sent', () => {
  it('a push carries its rows, and how long ago the person acted', async () => {
    await push();
    expect(asked).toMatchObject([
      { path: '/api/sync/v1/push', init: { method: 'POST', body: '{"rows":[]}', headers: json } },
    ]);
    noteLastActive(Date.now() - 1500);
    await push();
    await transport.pull(place, () => undefined);
    for (const { init } of asked.slice(1)) expect(init.headers).toMatchObject({ 'x-orchid-idle-ms': '1500' });
  });

  it.each([
    [{ clientId: 'k 1', cursor: null, confirmed: 0 }, 'client=k+1'],
    [{ clientId: 'k1', cursor: 'a&b', confirmed: 0 }, 'client=k1&cursor=a%26b'],
    [
      { clientId: 'k1', cursor: 'c', confirmed: 0, account: 'pro-1', heal: 'note', record: 'n1' },
      'client=k1&cursor=c&account=pro-1&heal=note&record=n1',
    ],
  ])('a pull says where it stands: %j', async (request, query) => {
    await transport.pull(request, () => undefined);
    expect(asked.map(({ path, init }) => [path, init.method])).toEqual([[`/api/sync/v1/pull?${query}`, 'GET']]);
  });

  it('a push is called off with the engine that sent it, and with no other', async () => {
    const end = new AbortController();
    await push(end.signal);
    await push();
    end.abort();
    expect(asked.map(({ init }) => init.signal?.aborted)).toEqual([true, false]);
  });

  it('a push is given up after twenty seconds, whether an engine sent it or not', async () => {
    const late = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    await push(new AbortController().signal);
    await push();
    late.abort();
    expect(asked.map(({ init }) => init.signal?.aborted)).toEqual([true, true]);
    expect(limit.mock.calls.every(([ms]) => ms === 20_000)).toBe(true);
    limit.mockRestore();
  });
});

describe('a page that comes as lines', () => {
  it('is handed on line by line, however it is cut, and what was not ended is not handed on', async () => {
    const body = feed();
    const taken: string[] = [];
    const pulled = transport.pull(place, (line) => void taken.push(line));
    const letter = new TextEncoder().encode('é');
    body.say('{"a":1}\n{"b"');
    body.say(':"');
    body.say(letter.slice(0, 1));
    body.say(letter.slice(1));
    body.say('"}\n\n{"cut"');
    body.end();
    expect(await pulled).toEqual({ kind: 'answered', value: null });
    expect(taken).toEqual(['{"a":1}', '{"b":"é"}']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('no line is taken before the one ahead of it was taken in', async () => {
    const body = feed();
    const taken: string[] = [];
    const ends: (() => void)[] = [];
    const pulled = transport.pull(place, (line) => {
      taken.push(line);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
    body.say('one\ntwo\n');
    body.end();
    await vi.advanceTimersByTimeAsync(100);
    expect(taken).toEqual(['one']);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toEqual(['one', 'two']);
    ends[1]?.();
    expect(await pulled).toMatchObject({ kind: 'answered' });
  });

  it('counts as dead after 15 s of silence, and not however long it takes while it goes on', async () => {
    const body = feed();
    let end: unknown = null;
    void transport.pull(place, () => undefined).then((answered) => (end = answered));
    for (let turn = 0; turn < 4; turn += 1) {
      await vi.advanceTimersByTimeAsync(14_000);
      body.say('line\n');
    }
    await vi.advanceTimersByTimeAsync(14_000);
    expect(end).toBeNull();
    await vi.advanceTimersByTimeAsync(1001);
    expect(end).toEqual({ kind: 'unreachable' });
    expect(asked[0]?.init.signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a server that says nothing at all counts as dead as well', async () => {
    answer = () =>
      new Promise((_, reject) => {
        const { signal } = asked.at(-1)?.init ?? {};
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    const pulled = transport.pull(place, () => undefined);
    await vi.advanceTimersByTimeAsync(15_001);
    expect(await pulled).toEqual({ kind: 'unreachable' });
  });

  it('ends with the engine, which is not listened to any more once a page is over', async () => {
    const ended = new AbortController();
    const off = vi.spyOn(ended.signal, 'removeEventListener');
    feed();
    const pulled = transport.pull(place, () => undefined, ended.signal);
    await vi.advanceTimersByTimeAsync(0);
    ended.abort();
    expect(await pulled).toEqual({ kind: 'unreachable' });
    expect(off).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not begun by an engine that has ended already', async () => {
    const engine = new AbortController();
    engine.abort();
    await transport.pull(place, () => undefined, engine.signal);
    expect(asked.map(({ init }) => init.signal?.aborted)).toEqual([true]);
  });

  it('that cannot be taken in is not answered, and its rest is not read', async () => {
    const body = feed();
    const pulled = transport.pull(place, () => {
      throw new Error('the storage is full');
    });
    body.say('line\nnext\n');
    expect(await pulled).toEqual({ kind: 'unreachable' });
    expect(body.isCancelled).toBe(true);
  });
});
