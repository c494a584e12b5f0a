import { describe, expect, test } from 'vitest';
import { localDate } from './local-date.ts';

describe('the date of an instant in a zone', () => {
  test.each([
    ['2026-11-27T04:59:59.999Z', 'America/New_York', '2026-11-26'],
    ['2026-11-27T05:00:00.000Z', 'America/New_York', '2026-11-27'],
    ['2026-11-27T05:00:00.001Z', 'America/New_York', '2026-11-27'],
    ['2026-11-27T05:00:00.001Z', 'Pacific/Kiritimati', '2026-11-27'],
    ['2026-11-27T10:00:00.000Z', 'Pacific/Kiritimati', '2026-11-28'],
    ['2026-11-27T10:00:00.000Z', 'Asia/Kathmandu', '2026-11-27'],
    ['2026-11-27T18:14:59.000Z', 'Asia/Kathmandu', '2026-11-27'],
    ['2026-11-27T18:15:00.000Z', 'Asia/Kathmandu', '2026-11-28'],
    ['2026-11-27T04:59:59.999Z', 'America/New_York', '2026-11-26'],
    ['2026-11-27T23:30:00+01:00', 'UTC', '2026-11-27'],
    ['2026-11-27T23:30:00-01:00', 'UTC', '2026-11-28'],
    ['2026-11-27T23:30:00.000Z', 'UTC', '2026-11-27'],
  ])('%s in %s is %s, whatever was asked before', (instant, zone, date) => {
    expect(localDate(instant, zone)).toBe(date);
    expect(localDate(instant, zone)).toBe(date);
  });

  test('what is no instant, and no zone, is refused, and asked for again as well', () => {
    expect(() => localDate('no dateZ', 'UTC')).toThrow(RangeError);
    expect(() => localDate('no dateZ', 'UTC')).toThrow(RangeError);
    expect(() => localDate('2026-11-27T10:00:00.000Z', 'Nowhere/Land')).toThrow(RangeError);
  });
});
