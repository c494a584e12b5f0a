import { describe, expect, test } from 'vitest';
import { endOfDateMs } from './practice-day.ts';

describe('the end of a day in the practice’s zone', () => {
  test.each([
    ['America/New_York', '2026-03-07', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-10-31', '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-02T05:00:00.000Z'],
    ['America/New_York', '2026-12-31', '2027-01-01T05:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21', '2026-11-21T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21', '2026-11-21T18:15:00.000Z'],
    ['Australia/Adelaide', '2026-10-04', '2026-10-04T13:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-21T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2028-02-29', '2028-03-01T11:00:00.000Z'],
    // The night in which the clock goes from 24:00 to 1:00: the next day begins at one.
    ['America/Santiago', '2026-09-05', '2026-09-06T04:00:00.000Z'],
  ])('[AC-6] %s, %s: until %s', (zone, date, end) => {
    expect(new Date(endOfDateMs(date, zone)).toISOString()).toBe(end);
  });
});
