import { expect, test } from 'vitest';
import { codesIn } from './brought-codes.ts';

const token = 'A'.repeat(42) + '_';
const at = (rest: string) => codesIn(`https://orchid.example${rest}`);
const none = { chart: '', dob: '', channel: '', completeSignup: '' };

test.each([
  [
    '[C-370] a chart’s, as a parameter',
    '/member-register?patient_chart_invite_code=ABCDE-23456',
    { chart: 'ABCDE-23456' },
  ],
  ['[C-369] a channel’s', '/member-register?invite_code=ABCDEFGHJK', { channel: 'ABCDEFGHJK' }],
  [
    '[C-368] of a registration to complete',
    `/member-register?complete_signup_token=${token}`,
    { completeSignup: token },
  ],
  ['the bare token of a mailed link', `/member-register#${token}`, { chart: token }],
  ['the same as a mail has it', `/member-register?link#${token}`, { chart: token }],
  ['behind the hash by name', `/member-register#complete_signup_token=${token}`, { completeSignup: token }],
  ['where it is accepted', `/join/#${token}`, { chart: token }],
])('%s is taken, and its address has it no more', (_case, address, codes) => {
  const found = at(address);
  expect(found?.codes).toEqual({ ...none, ...codes });
  expect(found?.rest).toBe(new URL(address, 'https://orchid.example').pathname);
});

test('what else an address says stays in it', () => {
  expect(at('/member-register?utm=x&invite_code=ABCDEFGHJK&lang=en')?.rest).toBe('/member-register?utm=x&lang=en');
});

test.each([
  ['no code', '/member-register'],
  ['the token of another page', `/confirm-email#${token}`],
  ['the parameter of another page', '/checkout?invite_code=ABCDEFGHJK'],
  ['some other hash', '/join#top'],
])('nothing is taken from an address with %s', (_case, address) => {
  expect(at(address)).toBeNull();
});
