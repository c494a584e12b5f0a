import { afterEach, describe, expect, it, vi } from 'vitest';
import { debtPaths } from '../client/session/session-debt.ts';
import { fetchApi } from './fetch-api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What a call answers where the network gives this response. */
async function answerTo(response: Response, isRedirected = false): Promise<unknown> {
  Object.defineProperty(response, 'redirected', { value: isRedirected });
  vi.stubGlobal('fetch', () => Promise.resolve(response));
  return fetchApi.call('POST', debtPaths.lock);
}
const json = () => new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });

describe('an answer', () => {
  it('[LO-1] is our server’s alone: a portal that leads elsewhere carries out no lock, whatever it says there', async () => {
    expect(await answerTo(json())).toEqual({ status: 200, body: {} });
    expect(await answerTo(json(), true)).toBeNull();
    expect(await answerTo(new Response(null, { status: 204 }), true)).toBeNull();
    expect(await answerTo(new Response('<html>', { headers: { 'content-type': 'text/html' } }))).toBeNull();
  });

  it('that has nothing to say is one all the same', async () => {
    expect(await answerTo(new Response(null, { status: 204 }))).toEqual({ status: 204, body: null });
  });

  it('is waited for fifteen seconds, and then counts as none', async () => {
    const late = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError'))),
        ),
    );
    const calls = [debtPaths.lock, '/api/login/v1/devices'].map((path) => fetchApi.call('POST', path));
    late.abort();
    expect(await Promise.all(calls)).toEqual([null, null]);
    expect(limit.mock.calls).toEqual([[15_000], [15_000]]);
  });
});
