import { afterEach, describe, expect, it, vi } from 'vitest';
import { pushSealed } from './push-sealed.ts';

afterEach(() => vi.restoreAllMocks());

const request = { protocol: 2, clientId: 'c1', highest: 3, rows: [{ kind: 'void' as const, id: 3 }] };
const json = { 'content-type': 'application/json' };
const said = (status: number, body: unknown, headers: Readonly<Record<string, string>> = json): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
const ledAway = (response: Response): Response => Object.defineProperty(response, 'redirected', { value: true });

describe('sealed rows that are pushed without a session', () => {
  it.each<readonly [string, () => Response, unknown]>([
    ['a mark, which is then the new one', () => said(200, { kind: 'ok', mark: 3, results: [] }), 3],
    ['a mark of nothing yet', () => said(200, { kind: 'ok', mark: 0 }), 0],
    ['a gap', () => said(200, { kind: 'gap', mark: 1 }), 'refused'],
    ['rows that are only held', () => said(200, { kind: 'quarantined', mark: 3 }), 'refused'],
    ['a key that it does not know', () => said(200, { kind: 'unknown-key', key: 'k' }), 'refused'],
    ['no word for the token', () => said(401, {}), 'refused'],
    ['nor for who has it', () => said(403, {}), 'refused'],
    ['a row that is too long', () => said(413, {}), { refusal: '413' }],
    ['a row that cannot be read', () => said(422, {}), { refusal: '422' }],
    ['that there were too many', () => said(429, {}), 'retry'],
    ['that it cannot now', () => said(503, {}), 'retry'],
    ['another form of answer', () => said(200, { mark: 3 }), 'retry'],
    ['an answer that was cut', () => said(200, '{"kind":"ok","ma'), 'retry'],
    ['nothing: a portal’s page', () => said(200, '<html>', { 'content-type': 'text/html' }), 'retry'],
    ['nothing: a portal’s refusal', () => said(401, '<html>', { 'content-type': 'text/html' }), 'retry'],
    ['nothing: a proxy’s limit', () => said(413, 'too large', { 'content-type': 'text/plain' }), 'retry'],
    ['nothing: who led elsewhere', () => ledAway(said(200, { kind: 'ok', mark: 3 })), 'retry'],
    ['nothing: who led elsewhere to a refusal', () => ledAway(said(401, {})), 'retry'],
  ])('the server says %s', async (_name, response, meant) => {
    expect(await pushSealed('dep_token', request, async () => response())).toEqual(meant);
  });

  it('say by their token alone who sends them', async () => {
    const asked: { readonly path: string; readonly init: RequestInit }[] = [];
    await pushSealed('dep_token', request, async (path, init) => {
      asked.push({ path, init });
      return said(200, { kind: 'ok', mark: 3 });
    });
    expect(asked).toMatchObject([
      { path: '/api/sync/v1/push', init: { method: 'POST', body: JSON.stringify(request) } },
    ]);
    expect(asked[0]?.init.headers).toEqual({ ...json, authorization: 'Bearer dep_token' });
  });

  it('are given up after twenty seconds, and go again later', async () => {
    const late = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const pushed = pushSealed(
      'dep_token',
      request,
      (_path, { signal }) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError'))),
        ),
    );
    late.abort();
    expect(await pushed).toBe('retry');
    expect(limit).toHaveBeenCalledWith(20_000);
  });
});
