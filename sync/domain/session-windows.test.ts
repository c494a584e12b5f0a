import { describe, expect, test } from 'vitest';
import { sessionStatuses } from './appointment-status.ts';
import { isHappening, isOffAround, offWindow } from './session-windows.ts';

const now = '2026-11-21T12:00:00.000Z';
const at = (minutes: number): string => new Date(Date.parse(now) + minutes * 60_000).toISOString();
const day = 24 * 60;

describe('the windows of sessions', () => {
  test.each([
    ['begins now', 0, 50, true],
    ['begins in 15 minutes', 15, 65, true],
    ['begins in 16 minutes', 16, 66, false],
    ['is under way', -30, 20, true],
    ['ended now', -50, 0, false],
    ['was over before', -100, -50, false],
    ['spans the whole window', -60, 60, true],
  ] as const)('[S-400] a session that %s: from %i to %i minutes', (_words, from, to, happens) => {
    expect(isHappening({ status: 'booked', start: at(from), end: at(to) }, now)).toBe(happens);
  });

  test('[S-400] one that does not take place is not happening', () => {
    const found = sessionStatuses.filter((status) => !isHappening({ status, start: at(0), end: at(50) }, now));
    expect(found).toEqual(sessionStatuses.filter((status) => status.startsWith('cancelled_')));
    expect(isHappening({ status: 'booked', absent: 'client', start: at(-30), end: at(20) }, now)).toBe(false);
  });

  test.each([
    ['15 days ago', -15 * day, true],
    ['a minute more than 15 days ago', -15 * day - 1, false],
    ['now', 0, true],
    ['in 10 days', 10 * day, true],
    ['in a minute more than 10 days', 10 * day + 1, false],
  ] as const)('[S-401] a cancelled session and a no-show that begin %s', (_words, minutes, isIn) => {
    for (const status of ['cancelled_patient', 'cancelled_pro_no_join'] as const)
      expect(isOffAround({ status, start: at(minutes) }, now)).toBe(isIn);
  });

  test('[S-401] only those that were cancelled or abandoned, of any kind, and those to which a client did not come', () => {
    expect(isOffAround({ status: 'booked', absent: 'client', start: now }, now)).toBe(true);
    const found = sessionStatuses.filter((status) => isOffAround({ status, start: now }, now));
    expect(found).toEqual(sessionStatuses.filter((status) => status.startsWith('cancelled_')));
  });

  test('[S-401] its bounds, for a question to the device', () => {
    expect(offWindow(now)).toEqual({ from: '2026-11-06T12:00:00.000Z', to: '2026-12-01T12:00:00.000Z' });
  });
});
