const key = 'orchid.recovery-reminder';
const quarterMs = 15 * 60 * 1000;

/** Whether it is time to speak of a recovery code: a quarter of an hour after this account was first open here. Begins to count. */
export function isReminderDue(sub: string, nowMs: number): boolean {
  const dueMs = readDue(sub);
  if (dueMs !== null) return nowMs >= dueMs;
  putReminderOff(sub, nowMs + quarterMs);
  return false;
}

/** Not before then. */
export function putReminderOff(sub: string, dueMs: number): void {
  try {
    localStorage.setItem(key, JSON.stringify({ sub, dueMs }));
  } catch {
    // Storage may be forbidden or full: then nobody is reminded.
  }
}

function readDue(sub: string): number | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('sub' in kept) || kept.sub !== sub) return null;
    return 'dueMs' in kept && typeof kept.dueMs === 'number' ? kept.dueMs : null;
  } catch {
    // Unreadable: as if this account were here for the first time.
    return null;
  }
}

/** [C-393] With a log-out it goes, too. */
export function forgetReminder(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Forbidden: there was nothing.
  }
}
