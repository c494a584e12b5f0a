import { expect, test } from 'vitest';
import 'temporal-polyfill/global';
import type { Json } from '../../../sync/core/record.ts';
import type { Manner } from '../../lib/device-manner.ts';
import { takenWords } from './taken-words.ts';

const mixed: Manner = { hours: 12, monthFirst: false };
const american: Manner = { hours: 12, monthFirst: true };
const british: Manner = { hours: 24, monthFirst: false };
const now = '2026-11-23T12:00:00.000Z';

const span = (start: string, end: string): Json => ({ start: `${start}:00.000Z`, end: `${end}:00.000Z` });
const refusal = (...taken: readonly Json[]) => ({ code: 'conflicting_session', detail: { taken } });
const words = (zone: string, manner: Manner, ...taken: readonly Json[]): string | null =>
  takenWords(refusal(...taken), { zone, now }, manner)?.replaceAll('\u00A0', ' ') ?? null;

const morning = span('2026-12-01T13:00', '2026-12-01T13:50');
const late = span('2026-12-01T04:30', '2026-12-01T05:20');

test.each([
  ['New York', 'America/New_York', mixed, 'Tue 1 Dec, 8:00–8:50 AM'],
  ['New York, the month first', 'America/New_York', american, 'Tue, Dec 1, 8:00–8:50 AM'],
  ['Berlin', 'Europe/Berlin', british, 'Tue 1 Dec, 14:00–14:50'],
  ['Auckland, where it is the day after', 'Pacific/Auckland', mixed, 'Wed 2 Dec, 2:00–2:50 AM'],
])('what takes the time is told by the clock of the zone: %s', (_name, zone, manner, told) => {
  expect(words(zone, manner, morning)).toBe(told);
});

test('over midnight both days are told, and only in the zone in which it is midnight', () => {
  expect(words('America/New_York', mixed, late)).toBe('Mon 30 Nov, 11:30 PM – Tue 1 Dec, 12:20 AM');
  expect(words('Europe/Berlin', british, late)).toBe('Tue 1 Dec, 05:30–06:20');
});

test('what ends at midnight is of the day on which it began', () => {
  const evening = span('2026-12-01T04:10', '2026-12-01T05:00');
  expect(words('America/New_York', mixed, evening)).toBe('Mon 30 Nov, 11:10 PM–12:00 AM');
});

test('another year is said', () => {
  const far = span('2027-01-05T14:00', '2027-01-05T14:50');
  expect(words('America/New_York', american, far)).toBe('Tue, Jan 5, 2027, 9:00–9:50 AM');
  expect(words('America/New_York', british, far)).toBe('Tue 5 Jan 2027, 09:00–09:50');
});

test('several are told in the order of time, and beyond three how many more there are', () => {
  const hours = ['17', '13', '15', '19', '20'].map((hour) => span(`2026-12-01T${hour}:00`, `2026-12-01T${hour}:50`));
  expect(words('UTC', british, ...hours.slice(0, 2))).toBe('Tue 1 Dec, 13:00–13:50; Tue 1 Dec, 17:00–17:50');
  expect(words('UTC', british, ...hours)).toBe(
    'Tue 1 Dec, 13:00–13:50; Tue 1 Dec, 15:00–15:50; Tue 1 Dec, 17:00–17:50; 2 more',
  );
});

const taken = [morning];
test.each<[string, { readonly code: string; readonly detail?: Json }]>([
  ['none is there', { code: 'conflicting_session' }],
  ['it is null', { code: 'conflicting_session', detail: null }],
  ['it is a text', { code: 'conflicting_session', detail: 'Tue' }],
  ['nothing in it is told, as of another practice', { code: 'conflicting_session', detail: { taken: [] } }],
  [
    'one of it is no instant',
    { code: 'conflicting_session', detail: { taken: [...taken, { start: 'soon', end: '' }] } },
  ],
  ['it is no list', { code: 'conflicting_session', detail: { taken: morning } }],
  ['it ends before it begins', refusal(span('2026-12-01T13:50', '2026-12-01T13:00'))],
  ['the refusal is another one', { code: 'not_signable', detail: { taken } }],
])('a detail says nothing where %s', (_name, said) => {
  expect(takenWords(said, { zone: 'UTC', now }, british)).toBeNull();
});
