import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activityHeader } from '../core/device-statements.ts';
import { fetchRenewing, idleHeader, noteLastActive, signRequests } from './renewal.ts';

const renewPath = '/api/login/v1/renew_access_token';
const nowMs = Date.parse('2026-11-21T09:00:00.000Z');

interface Sent {
  readonly path: string;
  readonly init: RequestInit;
}

const sent: Sent[] = [];
let answer: (path: string, init: RequestInit) => Promise<Response>;
const locked: { readonly name: string; readonly options: object }[] = [];

function reply(status: number, more: Readonly<Record<string, string>> = {}): Response {
  return new Response('{}', { status, headers: { 'content-type': 'application/json', ...more } });
}
const ledAway = (status: number): Response => Object.defineProperty(reply(status), 'redirected', { value: true });
const page = (status: number): Response => new Response('<html>', { status, headers: { 'content-type': 'text/html' } });

beforeEach(() => {
  sent.length = 0;
  locked.length = 0;
  answer = async () => reply(200);
  vi.useFakeTimers({ now: nowMs });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push({ path, init });
    return answer(path, init);
  });
  const request = (name: string, options: object, run: () => Promise<unknown>): Promise<unknown> => {
    locked.push({ name, options });
    return run();
  };
  vi.stubGlobal('navigator', { locks: { request } });
});
afterEach(async () => {
  // What the clock of the last server was stays with the module: the next one is told that they agree.
  answer = async () => reply(200, { date: new Date(Date.now()).toUTCString() });
  vi.setSystemTime(nowMs);
  await fetchRenewing('/api/x', {});
  noteLastActive(null);
  signRequests(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const get = (init: RequestInit = { method: 'GET' }) => fetchRenewing('/api/x', init);
const paths = () => sent.map(({ path }) => path);

describe('what a request says of the person’s activity', () => {
  it('nothing where nobody has acted; how long ago, where somebody has, and never less than nothing', () => {
    const sign = vi.fn(() => 'proof');
    signRequests(sign);
    expect(idleHeader()).toEqual({});
    expect(sign).not.toHaveBeenCalled();
    signRequests(null);
    noteLastActive(nowMs - 61_000);
    expect(idleHeader()).toEqual({ 'x-orchid-idle-ms': '61000' });
    noteLastActive(nowMs + 5000);
    expect(idleHeader()).toEqual({ 'x-orchid-idle-ms': '0' });
  });

  it('[LK-4] signed by the device’s own key as long as there is one', () => {
    noteLastActive(nowMs - 500);
    signRequests((time, idle) => `${time}.${idle}`);
    expect(idleHeader()).toEqual({ 'x-orchid-idle-ms': '500', [activityHeader]: `${nowMs}.500` });
    signRequests((time, idle) => `other ${time}.${idle}`);
    expect(idleHeader()[activityHeader]).toBe(`other ${nowMs}.500`);
    signRequests(null);
    expect(idleHeader()).not.toHaveProperty(activityHeader);
  });

  it('counts time as our server does, whatever this device’s clock says, and by no other server’s', async () => {
    noteLastActive(nowMs - 500);
    signRequests((time, idle) => `${time}.${idle}`);
    const ahead = { date: new Date(nowMs + 3_600_000).toUTCString() };
    answer = async () => page(200);
    await get();
    answer = async () => new Response('<html>', { headers: { 'content-type': 'text/html', ...ahead } });
    await get();
    answer = async () => Object.defineProperty(reply(200, ahead), 'redirected', { value: true });
    await get();
    answer = async () => reply(200, { date: 'some day' });
    await get();
    expect(idleHeader()[activityHeader]).toBe(`${nowMs}.500`);
    answer = async () => reply(200, ahead);
    await get();
    expect(idleHeader()[activityHeader]).toBe(`${nowMs + 3_600_000}.500`);
    // An answer without a date says nothing new.
    answer = async () => reply(200);
    await get();
    expect(idleHeader()[activityHeader]).toBe(`${nowMs + 3_600_000}.500`);
  });

  it('a renewal says it too: a tab that nobody is at renews no session for ever', async () => {
    noteLastActive(nowMs - 700);
    answer = async (path) => reply(path === renewPath || sent.length > 3 ? 200 : 401);
    expect((await get())?.status).toBe(200);
    expect(paths()).toEqual(['/api/x', '/api/x', renewPath, '/api/x']);
    expect(sent[2]?.init).toMatchObject({ method: 'POST', body: '{}', headers: { 'x-orchid-idle-ms': '700' } });
  });
});

describe('a request', () => {
  it('goes with the cookies, as it was asked for, each time that it is sent', async () => {
    answer = async (path) => reply(path === renewPath || sent.length > 3 ? 200 : 403);
    await get({ method: 'PUT', body: 'b' });
    for (const { path, init } of sent)
      if (path !== renewPath) expect(init).toMatchObject({ method: 'PUT', body: 'b', credentials: 'include' });
    expect(sent).toHaveLength(4);
  });

  it('of which nothing is known has no answer, and no session is renewed for it', async () => {
    answer = () => Promise.reject(new TypeError('no network'));
    expect(await get()).toBeNull();
    answer = async () => page(403);
    expect(await get()).toBeNull();
    answer = async () => ledAway(401);
    expect(await get()).toBeNull();
    expect(paths()).toEqual(['/api/x', '/api/x', '/api/x']);
    expect(locked).toEqual([]);
  });

  it.each([200, 204, 400, 404, 429, 500])('answered with %i renews nothing', async (status) => {
    answer = async () => new Response(null, { status });
    expect((await get())?.status).toBe(status);
    expect(paths()).toEqual(['/api/x']);
  });

  it.each<readonly [string, () => Promise<Response>]>([
    ['a portal’s page', async () => page(401)],
    ['a portal’s page that says yes', async () => page(200)],
    ['an answer from where a portal led', async () => ledAway(403)],
    ['a limit', async () => reply(429)],
    ['a failure', async () => reply(500)],
    ['no network', () => Promise.reject(new TypeError('gone'))],
  ])('whose renewal is answered by %s has no answer: nobody is signed out by that', async (_name, renewal) => {
    answer = (path) => (path === renewPath ? renewal() : Promise.resolve(reply(401)));
    expect(await get()).toBeNull();
    expect(paths()).toEqual(['/api/x', '/api/x', renewPath]);
  });

  it('that breaks off behind a renewal has no answer', async () => {
    answer = async (path) => {
      if (path === renewPath) return reply(200);
      if (sent.length > 3) throw new TypeError('gone');
      return reply(401);
    };
    expect(await get()).toBeNull();
    expect(sent).toHaveLength(4);
  });
});

describe('the one renewal at a time', () => {
  const timedOut = () => Promise.reject(new DOMException('waited too long', 'TimeoutError'));

  it('is held by one lock, which is waited for no longer than five seconds', async () => {
    const patience = vi.spyOn(AbortSignal, 'timeout');
    answer = async () => reply(sent.length > 1 ? 200 : 401);
    await get();
    expect(locked.map(({ name }) => name)).toEqual(['orchid-renew']);
    expect(patience.mock.calls).toEqual([[5000]]);
    expect(locked[0]?.options).toEqual({ signal: patience.mock.results[0]?.value });
    patience.mockRestore();
  });

  it('a frozen tab that holds it loses it: nobody waits for ever', async () => {
    const request = vi
      .fn<(name: string, options: object, run: () => Promise<unknown>) => Promise<unknown>>()
      .mockImplementationOnce(timedOut)
      .mockImplementation((_name, _options, run) => run());
    vi.stubGlobal('navigator', { locks: { request } });
    answer = async () => reply(sent.length > 1 ? 200 : 401);
    expect((await get())?.status).toBe(200);
    expect(request.mock.calls.map(([name]) => name)).toEqual(['orchid-renew', 'orchid-renew']);
    expect(request.mock.calls[1]?.[1]).toEqual({ steal: true });
  });

  it('what broke while it was held is not begun once more, and no lock is stolen for it', async () => {
    const request = vi.fn((_name: string, _options: object, run: () => Promise<unknown>) => run());
    vi.stubGlobal('navigator', { locks: { request } });
    answer = async () => {
      if (sent.length > 1) throw new DOMException('called off', 'AbortError');
      return reply(401);
    };
    expect(await get()).toBeNull();
    expect(request).toHaveBeenCalledOnce();
    expect(sent).toHaveLength(2);
  });
});
