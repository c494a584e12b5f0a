import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changePreference, readPreference } from './preference-calls.ts';

const path = '/api/users/v1/email_preference';
const shown = { invitations: true, news: false, email: 'a…@home.test' };
let sent: unknown[];
let answer: () => Promise<Response>;
beforeEach(() => {
  sent = [];
  answer = async () => Response.json(shown);
  vi.stubGlobal('fetch', (to: string, { method, body }: RequestInit) => {
    sent.push([method, to, typeof body === 'string' ? JSON.parse(body) : null]);
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('it is about the address of the mail whose token is held, else about who is signed in; what is wanted is said in full', async () => {
  expect(await readPreference('t1')).toEqual({ kind: 'known', preference: shown });
  expect(await readPreference(null)).toEqual({ kind: 'known', preference: shown });
  await changePreference('t1', { invitations: false });
  await changePreference(null, { news: true });
  expect(sent).toEqual([
    ['GET', `${path}/t1`, null],
    ['GET', path, null],
    ['PUT', `${path}/t1`, { invitations: false }],
    ['PUT', path, { news: true }],
  ]);
});

test.each([
  [
    'a link that does not work',
    () => Response.json({ detail: 'Not found' }, { status: 404 }),
    /^This link does not work/,
  ],
  ['a refusal', () => Response.json({ detail: 'Too many.' }, { status: 429 }), /^Too many\.$/],
  ['what is no answer of ours', () => Response.json({ invitations: 'yes' }), /did not understand/],
])('%s is said', async (_name, response, words) => {
  answer = async () => response();
  expect(await readPreference('t1')).toEqual({ kind: 'refused', message: expect.stringMatching(words) });
});

test('without a connection that is said, and nothing is claimed', async () => {
  answer = () => Promise.reject(new TypeError('no network'));
  expect(await changePreference('t1', { invitations: false })).toMatchObject({ kind: 'offline' });
});
