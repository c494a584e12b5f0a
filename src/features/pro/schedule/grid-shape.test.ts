import { expect, test } from 'vitest';
import 'temporal-polyfill/global';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { columnWidth, hoursShown, minutesOfDay, timesOfDay } from './grid-shape.ts';

const newYork = 'America/New_York';

test('a working day is shown, and as much more as the sessions need', () => {
  expect(hoursShown([], 'UTC')).toEqual({ first: 8, last: 18 });
  const early = sessionOf('a', { start: '2026-11-21T06:30:00.000Z', end: '2026-11-21T07:20:00.000Z' });
  const late = sessionOf('b', { start: '2026-11-21T23:30:00.000Z', end: '2026-11-22T00:20:00.000Z' });
  expect(hoursShown([early, late], 'UTC')).toEqual({ first: 6, last: 24 });
});

test('a day without sessions gives way to one with many side by side', () => {
  expect(columnWidth([], new Map())).toBe('minmax(3rem, 0.6fr)');
  const two = new Map([
    ['a', { index: 0, of: 2 }],
    ['b', { index: 1, of: 2 }],
  ]);
  expect(columnWidth([sessionOf('a', {}), sessionOf('b', {})], two)).toBe('minmax(10.5rem, 2fr)');
});

test.each([
  ['within', '2026-11-24T15:00', '2026-11-24T16:30', { from: 600, to: 690 }],
  ['from the day before', '2026-11-24T02:00', '2026-11-24T16:30', { from: 0, to: 690 }],
  ['into the next', '2026-11-24T15:00', '2026-11-26T16:30', { from: 600, to: 1440 }],
  ['to its end', '2026-11-24T15:00', '2026-11-25T05:00', { from: 600, to: 1440 }],
  ['on another', '2026-11-25T15:00', '2026-11-25T16:30', null],
])('what lies %s takes its minutes of the day', (_where, start, end, minutes) => {
  expect(minutesOfDay({ start: `${start}:00.000Z`, end: `${end}:00.000Z` }, '2026-11-24', newYork)).toEqual(minutes);
});

test('on the day of 25 hours the wall clock counts', () => {
  const span = { start: '2026-11-01T14:00:00.000Z', end: '2026-11-01T15:00:00.000Z' };
  expect(minutesOfDay(span, '2026-11-01', newYork)).toEqual({ from: 540, to: 600 });
});

test.each([
  ['before it began', '05:30', '06:15', { from: 90, to: 105 }],
  ['when it began', '05:30', '06:30', { from: 90, to: 105 }],
  ['just after', '05:30', '06:35', { from: 90, to: 105 }],
  ['well after', '05:30', '07:15', { from: 90, to: 135 }],
])(
  'in the night in which clocks are put back, what ends by the wall clock %s takes a quarter of an hour at least',
  (_when, start, end, minutes) => {
    const span = { start: `2026-11-01T${start}:00.000Z`, end: `2026-11-01T${end}:00.000Z` };
    expect(minutesOfDay(span, '2026-11-01', newYork)).toEqual(minutes);
  },
);

test('where clocks are put back at the end of the day, it stays within the day', () => {
  // In Beirut the last hour of 24 October 2026 comes twice.
  const span = { start: '2026-10-24T20:50:00.000Z', end: '2026-10-24T21:10:00.000Z' };
  expect(minutesOfDay(span, '2026-10-24', 'Asia/Beirut')).toEqual({ from: 1425, to: 1440 });
});

test('what is shorter by every clock stays as short as it is', () => {
  const span = { start: '2026-11-24T15:00:00.000Z', end: '2026-11-24T15:05:00.000Z' };
  expect(minutesOfDay(span, '2026-11-24', newYork)).toEqual({ from: 600, to: 605 });
});

test('the times of a day are said as clocks show them, also where they run backwards', () => {
  const said = (start: string, end: string, date: string) =>
    timesOfDay({ start: `${start}:00.000Z`, end: `${end}:00.000Z` }, date, newYork);
  const night = said('2026-11-01T05:30', '2026-11-01T06:15', '2026-11-01');
  expect(night).toMatch(/1:30.*GMT-4.*1:15.*GMT-5/);
  expect(said('2026-11-24T15:00', '2026-11-24T16:30', '2026-11-24')).toMatch(/10:00.*11:30/);
  expect(said('2026-11-24T15:00', '2026-11-26T16:30', '2026-11-25')).toBe('All day');
  expect(said('2026-11-24T15:00', '2026-11-26T16:30', '2026-11-26')).toMatch(/:00.*11:30/);
  expect(said('2026-11-24T15:00', '2026-11-24T16:30', '2026-11-25')).toBeNull();
});
