import { expect, test } from 'vitest';
import 'temporal-polyfill/global';
import type { Manner } from '../../lib/device-manner.ts';
import { clockChangeWords } from './clock-change.ts';

const british: Manner = { hours: 24, monthFirst: false };

test.each([
  ['America/New_York', '2026-03-08T02:30', /no 02:30\. The session begins at 03:30\.$/],
  ['Europe/Berlin', '2026-03-29T02:00', /no 02:00\. The session begins at 03:00\.$/],
  ['America/New_York', '2026-11-01T01:30', /01:30 comes twice\. The session begins at the first\.$/],
  // Half an hour is all that comes twice there.
  ['Australia/Lord_Howe', '2026-04-05T01:45', /01:45 comes twice/],
])('in %s at %s it is said what clocks do', (zone, local, words) => {
  expect(clockChangeWords(local, zone, british)).toMatch(words);
});

test.each([
  ['America/New_York', '2026-03-08T01:59'],
  ['America/New_York', '2026-03-08T03:00'],
  ['America/New_York', '2026-11-01T02:00'],
  ['Asia/Kolkata', '2026-03-08T02:30'],
  ['UTC', '2026-02-30T02:30'],
  ['Nowhere/Such', '2026-03-08T02:30'],
])('in %s at %s there is nothing to say', (zone, local) => {
  expect(clockChangeWords(local, zone, british)).toBeNull();
});
