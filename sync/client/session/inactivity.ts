import type { Clock } from '../../ports.ts';

/** [C-380] 59 minutes without activity: lock, never wipe. */
export const inactivityLimitMs = 3_540_000;
/** [C-383] */
export const inactivityCheckMs = 60_000;
/** So long before a lock a bar says that it comes. */
export const lockWarningMs = 120_000;
/** While the bar is shown another tab may have seen the person: looked at more often. */
const warnedCheckMs = 5000;

/** Whether the last activity (null: none known) is too long ago. A clock that went back by more than a check says nothing good. */
export function isIdleTooLong(lastActiveMs: number | null, nowMs: number): boolean {
  if (lastActiveMs === null) return false;
  const idleMs = nowMs - lastActiveMs;
  return idleMs > inactivityLimitMs || idleMs < -2 * inactivityCheckMs;
}

/**
 * [C-388] The last activity once somebody beside this page, such as an extension of the browser, has seen one: the later of the two,
 * and never one that is still to come.
 */
export function latestActivity(lastActiveMs: number | null, seenMs: number, nowMs: number): number {
  return Math.max(lastActiveMs ?? 0, Math.min(seenMs, nowMs));
}

/** When the lock comes, where that is two minutes away or less; null while it is further. Milliseconds. */
export function lockingAt(lastActiveMs: number | null, nowMs: number): number | null {
  if (lastActiveMs === null) return null;
  const atMs = lastActiveMs + inactivityLimitMs;
  return atMs - nowMs <= lockWarningMs ? atMs : null;
}

/** How long until the next look: a minute, or less where the warning or the lock itself comes sooner. */
export function nextCheckMs(lastActiveMs: number | null, nowMs: number): number {
  if (lastActiveMs === null) return inactivityCheckMs;
  const leftMs = lastActiveMs + inactivityLimitMs - nowMs;
  if (leftMs > lockWarningMs) return Math.min(inactivityCheckMs, leftMs - lockWarningMs);
  // Past the limit the lock is under way, or the person is not there to see one.
  return leftMs < 0 ? inactivityCheckMs : Math.min(warnedCheckMs, leftMs + 1);
}

/** Calls `check` at least every minute, and when warning and lock are due, for as long as the tab lives. */
export function everyInactivityCheck(clock: Clock, lastActive: () => number | null, check: () => void): void {
  clock.after(nextCheckMs(lastActive(), clock.now()), () => {
    check();
    everyInactivityCheck(clock, lastActive, check);
  });
}
