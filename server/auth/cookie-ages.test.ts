import { Hono, type Context } from 'hono';
import { expect, test } from 'vitest';
import { seededRandom } from '../testing/fake-clock.ts';
import {
  clearSessionCookies,
  ensureDeviceId,
  isHttps,
  setEndedCookie,
  setPendingCookie,
  setSessionCookies,
} from './cookies.ts';

/** The cookies that an answer sets, as they go over the wire. */
async function cookiesOf(set: (c: Context) => void, headers: Record<string, string> = {}): Promise<readonly string[]> {
  const app = new Hono().get('/', (c) => {
    set(c);
    return c.text('');
  });
  return (await app.request('/', { headers })).headers.getSetCookie();
}

const tokens = { access: 'A', refresh: 'R', remainingMs: 43_200_999, isRemembered: true };

test.each<readonly [what: string, set: (c: Context) => void, cookies: readonly string[]]>([
  [
    'of who is remembered: the access for ten minutes, the rest until the session ends',
    (c) => setSessionCookies(c, tokens, true),
    [
      '__Host-orchid_at=A; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Secure-orchid_rt=R; Max-Age=43200; Path=/api; HttpOnly; Secure; SameSite=Lax',
    ],
  ],
  [
    '[RM-1] of who is not: until the browser is closed',
    (c) => setSessionCookies(c, { ...tokens, isRemembered: false }, false),
    ['orchid_at=A; Path=/; HttpOnly; SameSite=Lax', 'orchid_rt=R; Path=/api; HttpOnly; SameSite=Lax'],
  ],
  [
    'of a session that ends this very moment: a second, since none would be for good',
    (c) => setSessionCookies(c, { ...tokens, remainingMs: 0 }, false),
    [
      'orchid_at=A; Max-Age=600; Path=/; HttpOnly; SameSite=Lax',
      'orchid_rt=R; Max-Age=1; Path=/api; HttpOnly; SameSite=Lax',
    ],
  ],
  [
    'a log-out takes both',
    (c) => clearSessionCookies(c, false),
    [
      'orchid_at=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'orchid_rt=; Max-Age=0; Path=/api; HttpOnly; SameSite=Lax',
    ],
  ],
  [
    '[LO-1] what a lock leaves is good for a twelfth of a year, for the log-out alone',
    (c) => setEndedCookie(c, 'R', true),
    ['orchid_ended=R; Max-Age=2628000; Path=/api/login/v1/logout; HttpOnly; Secure; SameSite=Lax'],
  ],
  [
    'and is taken back at once',
    (c) => setEndedCookie(c, '', false),
    ['orchid_ended=; Max-Age=0; Path=/api/login/v1/logout; HttpOnly; SameSite=Lax'],
  ],
  [
    '[RG-2] a registration waits for its e-mail for seven days',
    (c) => setPendingCookie(c, 'P', false),
    ['orchid_pending=P; Max-Age=604800; Path=/api; HttpOnly; SameSite=Lax'],
  ],
  [
    'and is taken back at once too',
    (c) => setPendingCookie(c, '', true),
    ['orchid_pending=; Max-Age=0; Path=/api; HttpOnly; Secure; SameSite=Lax'],
  ],
])('%s', async (_what, set, cookies) => {
  expect(await cookiesOf(set)).toEqual(cookies);
});

test('[C-540] a device keeps its name of sixteen characters for a year, and scripts read it', async () => {
  const [cookie = ''] = await cookiesOf((c) => void ensureDeviceId(c, seededRandom(1), true));
  expect(cookie).toMatch(/^orchid_device_id=[\w-]{16}; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/);
});

test('[C-540] a device that has a name keeps it; one of another form is none', async () => {
  const cookiesWith = (id: string) =>
    cookiesOf((c) => void ensureDeviceId(c, seededRandom(1), true), { cookie: `orchid_device_id=${id}` });
  expect(await cookiesWith('AAAABBBBCCCCDDDD')).toEqual([]);
  for (const id of ['AAAABBBBCCCCDDD', 'AAAABBBBCCCCDDDDE', 'AAAABBBBCCCCDDD.', ''])
    expect(await cookiesWith(id), id).toHaveLength(1);
});

test.each([
  ['http://localhost/', {}, false, false],
  ['https://localhost/', {}, false, true],
  ['https://localhost/', {}, true, false],
  ['http://localhost/', { 'x-forwarded-proto': 'https' }, false, false],
  ['http://localhost/', { 'x-forwarded-proto': 'https' }, true, true],
  // What stands last is what our own proxy says.
  ['http://localhost/', { 'x-forwarded-proto': 'http, https' }, true, true],
  ['http://localhost/', { 'x-forwarded-proto': 'https, http' }, true, false],
])('%s with %j, a proxy trusted: %s, came by https: %s', async (url, headers, trustProxy, expected) => {
  const app = new Hono().get('/', (c) => c.json(isHttps(c, trustProxy)));
  expect(await (await app.request(url, { headers })).json()).toBe(expected);
});
