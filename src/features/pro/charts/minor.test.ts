import { expect, test } from 'vitest';
import 'temporal-polyfill/global';
import { isMinorTyped } from './minor.ts';

const typed = { dob: '', guardian_name: '', guardian_relationship: '', guardian_phone: '' };

test.each([
  ['', false],
  ['11/2', false],
  ['11/25/2008', false],
  ['11/26/2008', true],
  ['11/25/2026', true],
  // Nobody is born tomorrow.
  ['11/26/2026', false],
])('born %s, on 25 November 2026', (dob, isMinor) => {
  expect(isMinorTyped({ ...typed, dob }, '2026-11-25')).toBe(isMinor);
});

test('what stands there already is shown, however old they are by now', () => {
  expect(isMinorTyped({ ...typed, dob: '01/01/1980', guardian_phone: '303' }, '2026-11-25')).toBe(true);
});
