import { beforeEach, expect, test, vi } from 'vitest';
import { forgetReminder, isReminderDue, putReminderOff } from './recovery-reminder-time.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
const minuteMs = 60_000;

test('[RC-6] nobody is reminded in the first quarter of an hour; put off, it is asked again then; another account begins anew', () => {
  expect(isReminderDue('ann', 0)).toBe(false);
  expect(isReminderDue('ann', 15 * minuteMs - 1)).toBe(false);
  expect(isReminderDue('ann', 15 * minuteMs)).toBe(true);
  putReminderOff('ann', 60 * minuteMs);
  expect([isReminderDue('ann', 59 * minuteMs), isReminderDue('ann', 60 * minuteMs)]).toEqual([false, true]);
  expect(isReminderDue('ben', 61 * minuteMs)).toBe(false);
  forgetReminder();
  expect(kept.size).toBe(0);
  kept.set('orchid.recovery-reminder', 'junk');
  expect(isReminderDue('ann', 100 * minuteMs)).toBe(false);
});
