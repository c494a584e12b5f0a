import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchApi } from './fetch-api.ts';
import { fetchRenewing } from './renewal.ts';

const renewPath = '/api/login/v1/renew_access_token';
const asked: string[] = [];

/** A server of ours that answers each path with the statuses given, one after the other; the last one stays. */
function server(answers: Readonly<Record<string, readonly number[]>>): void {
  const left = new Map(Object.entries(answers).map(([path, statuses]) => [path, [...statuses]]));
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const statuses = left.get(path) ?? [];
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 404;
    return Promise.resolve(
      new Response(JSON.stringify({ status }), { status, headers: { 'content-type': 'application/json' } }),
    );
  });
}

beforeEach(() => {
  asked.length = 0;
  // One holder after the other, as the browser's lock is held.
  let turn: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: unknown, run: () => Promise<unknown>): Promise<unknown> => {
    const mine = turn.then(run);
    turn = mine.catch(() => undefined);
    return mine;
  };
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(() => vi.unstubAllGlobals());

const get = (path: string) => fetchRenewing(path, { method: 'GET' });

describe('a request of a session that the server does not know', () => {
  it.each([401, 403])('[C-372][C-373] on %i renews once, and is sent again', async (status) => {
    server({ '/api/x': [status, status, 200], [renewPath]: [200] });
    expect((await get('/api/x'))?.status).toBe(200);
    expect(asked.filter((path) => path === renewPath)).toHaveLength(1);
  });

  it('[C-373] is not sent for ever: what is refused with a new token is refused', async () => {
    server({ '/api/x': [403], [renewPath]: [200] });
    expect((await get('/api/x'))?.status).toBe(403);
    expect(asked.filter((path) => path === renewPath)).toHaveLength(1);
  });

  it('[C-376][C-377] whose renewal fails is refused, and so is each that waited for it: none waits on, none passes for an answer', async () => {
    server({ '/api/x': [401], '/api/y': [403], '/api/z': [401], [renewPath]: [401] });
    const answers = await Promise.all(['/api/x', '/api/y', '/api/z'].map((path) => fetchApi.call('GET', path)));
    expect(answers.map((answer) => answer?.status)).toEqual([401, 403, 401]);
  });

  it.each([401, 403])('[C-607] on %i tells whoever asked that the token could not be renewed', async (status) => {
    server({ '/api/x': [status], [renewPath]: [401] });
    const answer = await fetchApi.call('GET', '/api/x');
    expect(answer).toEqual({ status, body: { detail: 'Failed to renew access token. Please log in again.' } });
  });

  it('[C-378] who waited while another renewed asks again first, and renews nothing', async () => {
    server({ '/api/x': [401, 401, 200], '/api/y': [401, 200], [renewPath]: [200] });
    const [one, other] = await Promise.all([get('/api/x'), get('/api/y')]);
    expect([one?.status, other?.status]).toEqual([200, 200]);
    expect(asked.filter((path) => path === renewPath)).toHaveLength(1);
  });

  it('renews in a browser that has no locks too', async () => {
    vi.stubGlobal('navigator', {});
    server({ '/api/x': [401, 401, 200], [renewPath]: [200] });
    expect((await get('/api/x'))?.status).toBe(200);
    expect(asked).toEqual(['/api/x', '/api/x', renewPath, '/api/x']);
  });

  it('to which a renewal finds no network has no answer: nobody is signed out by that', async () => {
    server({ '/api/x': [401], [renewPath]: [503] });
    expect(await get('/api/x')).toBeNull();
  });
});
