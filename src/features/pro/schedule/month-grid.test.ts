import { expect, test } from 'vitest';
import 'temporal-polyfill/global';
import { isSameMonth, monthWeeks } from './month-grid.ts';

test.each([
  ['2026-11-21', 6, '2026-10-26', '2026-12-06'],
  // Four weeks to the day.
  ['2027-02-10', 4, '2027-02-01', '2027-02-28'],
  ['2026-03-31', 6, '2026-02-23', '2026-04-05'],
])('the month of %s lies in %i weeks, from %s to %s', (date, count, first, last) => {
  const weeks = monthWeeks(date);
  expect(weeks).toHaveLength(count);
  expect(weeks[0]?.[0]).toBe(first);
  expect(weeks.at(-1)?.at(-1)).toBe(last);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
});

test('every date stands once, also where a week has a day of 23 or of 25 hours', () => {
  for (const month of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01']) {
    const days = monthWeeks(month).flat();
    expect(new Set(days).size).toBe(days.length);
    expect(days).toContain(month);
    expect(days).toEqual(days.toSorted((one, other) => (one < other ? -1 : 1)));
  }
});

test('dates of one month are known', () => {
  expect(isSameMonth('2026-11-01', '2026-11-30')).toBe(true);
  expect(isSameMonth('2026-11-30', '2025-11-30')).toBe(false);
});
