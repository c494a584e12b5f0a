import { expect, test } from 'vitest';
import { dateSpan, endsWords, nthWeekday, ordinal, repeatWords, repeatedSessions } from './repeat-words.ts';

const british = { hours: 24, monthFirst: false } as const;
const american = { hours: 12, monthFirst: true } as const;

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
  [123, '123rd'],
])('%i is said as %s', (count, words) => {
  expect(ordinal(count)).toBe(words);
});

test.each([
  [{ unit: 'week', every: 1 }, 'Every week on Tuesday'],
  [{ unit: 'week', every: 2 }, 'Every 2 weeks on Tuesday'],
  [{ unit: 'month', every: 1 }, 'Monthly on the 12th'],
  [{ unit: 'month', every: 1, by: 'weekday' }, 'Monthly on the second Tuesday'],
  [{ unit: 'month', every: 3, by: 'last weekday' }, 'Every 3 months on the last Tuesday'],
] as const)('[S-036] %j of a series with 12 January 2027 is said as: %s', (rule, words) => {
  expect(repeatWords(rule, '2027-01-12')).toBe(words);
});

test('which weekday of its month a date is', () => {
  const days = ['01', '07', '08', '14', '15', '21', '22', '28', '29'];
  expect(days.map((day) => nthWeekday(`2027-01-${day}`))).toEqual([
    'first Friday',
    'first Thursday',
    'second Friday',
    'second Thursday',
    'third Friday',
    'third Thursday',
    'fourth Friday',
    'fourth Thursday',
    'fifth Friday',
  ]);
});

test('when a series ends, what ends, and from when to when it goes, as people say it', () => {
  expect(endsWords({ kind: 'count', count: 12 })).toBe('12 times');
  expect(endsWords({ kind: 'count', count: 1 })).toBe('once');
  expect(endsWords({ kind: 'date', date: '2027-03-22' }, british)).toBe('until 22 March 2027');
  expect(endsWords({ kind: 'open' })).toBe('until somebody ends it');
  expect(repeatedSessions({ unit: 'week', every: 1 })).toBe('the weekly sessions');
  expect(repeatedSessions({ unit: 'month', every: 2 })).toBe('the sessions every 2 months');
  expect(repeatedSessions(undefined)).toBe('the planned sessions');
  expect(dateSpan('2027-01-04', '2027-03-22', british)).toBe('4 Jan – 22 Mar 2027');
  expect(dateSpan('2026-12-14', '2027-03-22', american)).toBe('Dec 14, 2026 – Mar 22, 2027');
  expect(dateSpan('2027-01-04', '2027-01-04', british)).toBe('4 Jan 2027');
});
