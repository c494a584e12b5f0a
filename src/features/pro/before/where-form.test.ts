import { expect, test } from 'vitest';
import { reasonOf } from './where-form.ts';

const said = { license_reason: 'PSYPACT', said_by: 'ann' };

test.each([
  ['one’s own of a series', { isOwn: true, isOfSeries: true, sub: 'ann' }, 'PSYPACT'],
  ['that of who held the series before', { isOwn: true, isOfSeries: true, sub: 'ben' }, ''],
  ['that of the session itself, whoever gave it', { isOwn: true, isOfSeries: false, sub: 'ben' }, 'PSYPACT'],
  ['somebody else’s of somebody else’s session', { isOwn: false, isOfSeries: true, sub: 'eve' }, 'PSYPACT'],
])('[CA-12] the reason that is shown: %s', (_what, shown, reason) => {
  expect(reasonOf(said, shown)).toBe(reason);
});

test('none that nobody gave', () => {
  expect(reasonOf({ said_by: 'ann' }, { isOwn: true, isOfSeries: true, sub: 'ann' })).toBe('');
});
