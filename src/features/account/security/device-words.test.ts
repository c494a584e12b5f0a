import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import type { DeviceFacts } from '../../../../sync/protocol/device-message.ts';
import { heldWords, nameOf, settledWords, stateWords } from './device-words.ts';

const device: DeviceFacts = {
  id: 'A'.repeat(16),
  name: null,
  since: '2026-11-20T14:00:00.000Z',
  last_active: '2026-11-24T13:00:00.000Z',
  state: 'locked',
  is_this: false,
  lost_at: null,
  held: 0,
  held_more: false,
};
const zone = 'America/New_York';
const now = '2026-11-24T14:00:00.000Z';

test('[DV-1] a device that has not said its name is a device, and a closed one is not called logged in', () => {
  expect(nameOf(device)).toBe('A device');
  expect(nameOf({ name: 'App on Android' })).toBe('App on Android');
  expect(stateWords(device, zone, now)).toMatch(/^Locked\. Last active /);
  expect(stateWords({ ...device, state: 'out' }, zone, now)).toMatch(/^Logged out\. /);
  expect(stateWords({ ...device, is_this: true, state: 'in' }, zone, now)).toBe('Logged in now.');
});

test.each([
  [{ applied: 2, refused: 0, dropped: 1 }, '2 went in, 1 was dropped.'],
  [{ applied: 0, refused: 1, dropped: 2 }, '2 were dropped, 1 did not fit what is there now and was refused.'],
  [{ applied: 0, refused: 0, dropped: 0 }, 'Nothing was left to decide.'],
])('[DV-4] it is said what became of changes: %o', (done, words) => {
  expect(settledWords(done)).toBe(words);
});

test('[DV-4] one is one', () => {
  expect([heldWords(1), heldWords(3)]).toEqual(['1 change waits for you', '3 changes wait for you']);
  expect(heldWords(100, true)).toBe('more than 100 changes wait for you');
});
