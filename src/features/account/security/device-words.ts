import type { DeviceFacts } from '../../../../sync/protocol/device-message.ts';
import type { Instant } from '../../../../sync/core/record.ts';
import { dateIn, fullDate, recently } from '../../../lib/time.ts';

/** What a device is called; one that has not said is a device all the same. */
export function nameOf({ name }: Pick<DeviceFacts, 'name'>): string {
  return name ?? 'A device';
}

/** Whether it is logged in, and when it was last used: `Logged in. Last active today 14:02.` */
export function stateWords(device: DeviceFacts, zone: string, now: Instant): string {
  if (device.is_this) return 'Logged in now.';
  const said = { in: 'Logged in.', locked: 'Locked.', out: 'Logged out.' }[device.state];
  return `${said} Last active ${recently(device.last_active, zone, now)}.`;
}

/** Since when the account knows it, for people who look for one that they do not know. */
export function sinceWords({ since }: DeviceFacts, zone: string): string {
  return `First login ${fullDate(dateIn(since, zone))}.`;
}

/** `1 change waits`, `3 changes wait`, `more than 100 changes wait` */
export function heldWords(count: number, isMore = false): string {
  if (isMore) return `more than ${count} changes wait for you`;
  return count === 1 ? '1 change waits for you' : `${count} changes wait for you`;
}

/** What became of them: `2 went in, 1 was dropped.` */
export function settledWords(done: {
  readonly applied: number;
  readonly refused: number;
  readonly dropped: number;
}): string {
  const parts = [
    part(done.applied, 'went in'),
    part(done.dropped, done.dropped === 1 ? 'was dropped' : 'were dropped'),
    part(done.refused, `did not fit what is there now and ${done.refused === 1 ? 'was' : 'were'} refused`),
  ].filter((words) => words !== null);
  return parts.length === 0 ? 'Nothing was left to decide.' : `${parts.join(', ')}.`;
}

function part(count: number, words: string): string | null {
  return count === 0 ? null : `${count} ${words}`;
}
