import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/builders.ts';
import { everyInactivityCheck, inactivityCheckMs, inactivityLimitMs, isIdleTooLong } from './inactivity.ts';

describe('inactivity', () => {
  it('[C-380][C-383] the limit is 59 minutes, the check every 60 s', () => {
    expect([inactivityLimitMs, inactivityCheckMs]).toEqual([3_540_000, 60_000]);
  });

  it('[C-380] at 59 minutes not yet, a moment later it is', () => {
    expect(isIdleTooLong(0, inactivityLimitMs)).toBe(false);
    expect(isIdleTooLong(0, inactivityLimitMs + 1)).toBe(true);
    expect(isIdleTooLong(null, inactivityLimitMs * 9)).toBe(false);
  });

  it('a clock set back locks', () => {
    expect(isIdleTooLong(10 * inactivityCheckMs, 0)).toBe(true);
  });

  it('[C-383] checks go on for as long as the tab lives', async () => {
    const clock = new FakeClock();
    let checks = 0;
    everyInactivityCheck(clock, () => (checks += 1));
    await clock.pass(5 * inactivityCheckMs);
    expect(checks).toBe(5);
  });
});
