import type { Appointment } from '../../../sync/collections/appointment.ts';
import { endOf } from '../../../sync/collections/appointment.ts';
import type { SessionWish } from '../../../sync/collections/session-wish.ts';
import { instantOf } from '../../../sync/core/wall-clock.ts';
import { statusFlags } from '../../../sync/domain/appointment-status.ts';
import { deviceManner, type Manner } from '../../lib/device-manner.ts';
import { clockTime, dateIn, localTimeIn, shortDay, zoneName, zonesDiffer } from '../../lib/time.ts';
import { overlapping } from './free-times.ts';
import type { Busy } from './use-busy.ts';

/** Whether anything is to be said of a wish: the session stands, is to come, and is at the time that was known when it was asked. */
export function isWishShown(wish: SessionWish, session: Appointment, now: string): boolean {
  const { cancelled, no_show: noShow } = statusFlags(session.status);
  if (cancelled || noShow || session.start <= now || session.start !== wish.seen_start) return false;
  return wish.state === 'asked' || wish.state === 'declined';
}

/** `Tue 1 Dec, 10:00` */
export function wishedTimeWords(start: string, zone: string, now: string, manner: Manner = deviceManner()): string {
  return `${shortDay(dateIn(start, zone), dateIn(now, zone), manner)}, ${clockTime(start, zone, manner)}`;
}

/** `You asked for Tue 1 Dec, 10:00, or Wed 2 Dec, 9:00.` */
export function askedWords(
  times: SessionWish['times'],
  zone: string,
  now: string,
  manner: Manner = deviceManner(),
): string {
  if (times.length === 0) return 'You asked for another time.';
  return `You asked for ${times.map(({ start }) => wishedTimeWords(start, zone, now, manner)).join(', or ')}.`;
}

/** `10:00 London time`, with its day where that is another one; null where both clocks show the same. */
export function clockThere(
  start: string,
  there: string,
  own: string,
  now: string,
  manner: Manner = deviceManner(),
): string | null {
  if (!zonesDiffer(there, own, start)) return null;
  const isOneDay = dateIn(start, there) === dateIn(start, own);
  const time = isOneDay ? clockTime(start, there, manner) : wishedTimeWords(start, there, now, manner);
  return `${time} ${zoneName(there)}`;
}

/** How a time that was asked for stands, as far as this device knows; null while it does not. */
export type WishStanding = 'free' | 'taken' | 'blocked' | 'passed' | null;

export function wishStanding(start: string, minutes: number, busy: Busy | null, now: string): WishStanding {
  if (start <= now) return 'passed';
  if (busy === null) return null;
  const wanted = { start, end: endOf(start, minutes) };
  if (overlapping(wanted, busy.sessions).length > 0) return 'taken';
  return overlapping(wanted, busy.blocks).length > 0 ? 'blocked' : 'free';
}

/**
 * A time that was asked for, as the session gets it: by the clock by which the session is planned. Where that clock shows it twice, by the one by
 * which it was asked.
 */
export function timeTaken(
  { local_start, zone, start }: SessionWish['times'][number],
  planned: string,
): SessionWish['times'][number] {
  const local = localTimeIn(start, planned);
  return instantOf(local, planned) === start
    ? { local_start: local, zone: planned, start }
    : { local_start, zone, start };
}
