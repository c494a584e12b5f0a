import type { Clock } from '../ports.ts';

/** [C-380] 59 minutes without activity: lock, never wipe. */
export const inactivityLimitMs = 3_540_000;
/** [C-383] */
export const inactivityCheckMs = 60_000;

/** Whether the last activity (null: none known) is too long ago. A clock that went back by more than a check says nothing good. */
export function isIdleTooLong(lastActiveMs: number | null, nowMs: number): boolean {
  if (lastActiveMs === null) return false;
  const idleMs = nowMs - lastActiveMs;
  return idleMs > inactivityLimitMs || idleMs < -2 * inactivityCheckMs;
}

/** Calls `check` every minute for as long as the tab lives. */
export function everyInactivityCheck(clock: Clock, check: () => void): void {
  clock.after(inactivityCheckMs, () => {
    check();
    everyInactivityCheck(clock, check);
  });
}
