import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/builders.ts';
import {
  everyInactivityCheck,
  inactivityCheckMs,
  inactivityLimitMs,
  isIdleTooLong,
  latestActivity,
  lockingAt,
  lockWarningMs,
} from './inactivity.ts';

describe('inactivity', () => {
  it('[C-380][C-383] the limit is 59 minutes, the check every 60 s', () => {
    expect([inactivityLimitMs, inactivityCheckMs]).toEqual([3_540_000, 60_000]);
  });

  it('[C-380] at 59 minutes not yet, a moment later it is', () => {
    expect(isIdleTooLong(0, inactivityLimitMs)).toBe(false);
    expect(isIdleTooLong(0, inactivityLimitMs + 1)).toBe(true);
    expect(isIdleTooLong(null, inactivityLimitMs * 9)).toBe(false);
  });

  it('[C-388] what somebody else saw counts where it is later, and not beyond now', () => {
    expect(latestActivity(1000, 2000, 5000)).toBe(2000);
    expect(latestActivity(3000, 2000, 5000)).toBe(3000);
    expect(latestActivity(3000, 9000, 5000)).toBe(5000);
    expect(latestActivity(null, 2000, 5000)).toBe(2000);
  });

  it('a clock set back locks', () => {
    expect(isIdleTooLong(10 * inactivityCheckMs, 0)).toBe(true);
    expect(isIdleTooLong(2 * inactivityCheckMs + 1, 0)).toBe(true);
    // Clocks are set right by a little, and another tab may have looked a moment later.
    expect(isIdleTooLong(2 * inactivityCheckMs, 0)).toBe(false);
  });

  it('[C-383] checks go on for as long as the tab lives', async () => {
    const clock = new FakeClock();
    let checks = 0;
    everyInactivityCheck(
      clock,
      () => null,
      () => (checks += 1),
    );
    await clock.pass(5 * inactivityCheckMs);
    expect(checks).toBe(5);
  });

  it('two minutes before the lock a look is due, then every few seconds, then at the lock itself', async () => {
    const clock = new FakeClock();
    const from = clock.now();
    const looks: number[] = [];
    everyInactivityCheck(
      clock,
      () => from,
      () => looks.push(clock.now() - from),
    );
    await clock.pass(inactivityLimitMs + 2 * inactivityCheckMs);
    expect(looks).toContain(inactivityLimitMs - lockWarningMs);
    expect(looks).toContain(inactivityLimitMs + 1);
    expect(looks.filter((ms) => ms > inactivityLimitMs + 1)).toHaveLength(1);
  });

  it('the lock is announced in its last two minutes, not earlier, and never where nobody acted yet', () => {
    expect(lockingAt(0, inactivityLimitMs - lockWarningMs - 1)).toBe(null);
    expect(lockingAt(0, inactivityLimitMs - lockWarningMs)).toBe(inactivityLimitMs);
    expect(lockingAt(null, inactivityLimitMs)).toBe(null);
  });
});
