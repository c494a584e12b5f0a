import { describe, expect, it } from 'vitest';
import 'temporal-polyfill/global';
import type { Manner } from './device-manner.ts';
import {
  addMonths,
  datesFrom,
  localTimeAt,
  localTimeIn,
  minuteOfDay,
  minuteSpan,
  minuteWords,
  partsOfLocal,
} from './time.ts';

const british: Manner = { hours: 24, monthFirst: false };
const american: Manner = { hours: 12, monthFirst: true };
const newYork = 'America/New_York';
const kathmandu = 'Asia/Kathmandu';

describe('local times, as a calendar counts them', () => {
  it('dates follow each other over a change of clocks and over a year', () => {
    expect(datesFrom('2026-10-24', 3)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
    expect(datesFrom('2026-12-31', 2)).toEqual(['2026-12-31', '2027-01-01']);
    expect(datesFrom('2026-12-31', 0)).toEqual([]);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-11-21', 1, '2026-12-21'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %i months are %s', (date, months, then) => {
    expect(addMonths(date, months)).toBe(then);
  });

  it.each([
    [newYork, '2026-03-08T07:00:00.000Z', '2026-03-08T03:00'],
    [newYork, '2026-11-01T06:30:00.000Z', '2026-11-01T01:30'],
    [kathmandu, '2026-11-21T18:30:00.000Z', '2026-11-22T00:15'],
  ])('%s at %s: %s', (zone, instant, local) => {
    expect(localTimeIn(instant, zone)).toBe(local);
    const { date, minute } = partsOfLocal(local);
    expect(minute).toBe(minuteOfDay(instant, zone));
    expect(localTimeAt(date, minute)).toBe(local);
  });

  it.each([
    [0, '00:00', '12:00 AM'],
    [9 * 60 + 15, '09:15', '9:15 AM'],
    [24 * 60, '00:00', '12:00 AM'],
  ])('minute %i is %s, or %s', (minute, wall, half) => {
    expect(minuteWords(minute, british)).toBe(wall);
    expect(minuteWords(minute, american).replaceAll('\u00A0', ' ')).toBe(half);
  });

  it.each([
    [14 * 60, 14 * 60 + 50, '14:00–14:50', '2:00–2:50 PM'],
    [11 * 60 + 30, 12 * 60 + 20, '11:30–12:20', '11:30 AM–12:20 PM'],
    [23 * 60, 24 * 60, '23:00–00:00', '11:00 PM–12:00 AM'],
  ])('from %i to %i: %s, or %s', (from, to, wall, half) => {
    expect(minuteSpan(from, to, british)).toBe(wall);
    expect(minuteSpan(from, to, american).replaceAll('\u00A0', ' ')).toBe(half);
  });
});
