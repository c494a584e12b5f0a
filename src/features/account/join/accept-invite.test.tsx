// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noCodes } from '../../../model/invites/brought-codes.ts';
import { holdCodes } from '../../../model/invites/held-codes.ts';
import { DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { AcceptInvite } from './accept-invite.tsx';

const link = 'A'.repeat(43);
let screen: DrawnScreen;
let sent: unknown[];
let answers: (() => Promise<Response>)[];
beforeEach(() => {
  screen = new DrawnScreen();
  [sent, answers] = [[], []];
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    sent.push([path, typeof body === 'string' ? JSON.parse(body) : null]);
    return (answers.shift() ?? (() => Promise.reject(new TypeError('no network'))))();
  });
});
afterEach(() => {
  holdCodes(noCodes);
  vi.unstubAllGlobals();
});

const says = (body: unknown, status = 200) => answers.push(async () => Response.json(body, { status }));
const good = { kind: 'chart', way: 'paper', invited_by: 'Dr. Okoro' };
const draw = () => screen.draw(<AcceptInvite name="Rosa Delgado" />);

test('who invites and who accepts is said first; nothing is accepted before the button', async () => {
  holdCodes({ ...noCodes, chart: link });
  says(good);
  await draw();
  expect(screen.text()).toContain('Dr. Okoro invites you');
  expect(screen.text()).toContain('You are logged in as Rosa Delgado.');
  expect(sent).toEqual([['/api/users/v1/invite/look', { code: link }]]);
  says({ invite: 'i'.repeat(22), asks: 'none' });
  await screen.press('Accept the invite');
  expect(sent.at(-1)).toEqual(['/api/users/v1/invite/accept', { code: link }]);
  expect(screen.where()).toBe('/member-dashboard/homepage');
});

test('a code on paper goes with its birth date; without one it is asked for', async () => {
  holdCodes({ ...noCodes, chart: 'ABCDE23456' });
  await draw();
  expect([sent, screen.text().includes('Your birth date')]).toEqual([[], true]);
  says(good);
  holdCodes({ ...noCodes, chart: 'ABCDE23456', dob: '1990-02-03' });
  await draw();
  expect(sent).toEqual([['/api/users/v1/invite/look', { code: 'ABCDE23456', dob: '1990-02-03' }]]);
});

test('what was refused is said in the server’s words, and the invite can be accepted again', async () => {
  holdCodes({ ...noCodes, chart: link });
  says(good);
  await draw();
  says({ detail: 'This invite is over.' }, 400);
  await screen.press('Accept the invite');
  expect([screen.alert(), screen.where(), screen.button('Accept the invite')?.disabled]).toEqual([
    'This invite is over.',
    '/',
    false,
  ]);
  await screen.press('Accept the invite');
  expect(screen.alert()).toContain('There is no connection');
});

test('without a connection it is looked at again by the button; a code that is none can be changed', async () => {
  holdCodes({ ...noCodes, chart: link });
  await draw();
  expect(screen.alert()).toContain('There is no connection');
  says({ detail: 'No such invite.' }, 404);
  await screen.press('Try again');
  expect([screen.alert(), screen.button('Try again')]).toEqual(['No such invite.', undefined]);
  await screen.press('Enter another code');
  expect(screen.text()).toContain('With a code on paper, enter it here.');
});
