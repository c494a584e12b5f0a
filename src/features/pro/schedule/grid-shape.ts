import { dateIn, minuteOfDay, addDays, startOfDate } from '../../../lib/time.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { widestOf, type Lane } from './day-lanes.ts';

/** The hours shown: a working day, or as much as the sessions need. */
export function hoursShown(sessions: readonly Session[], zone: string): { first: number; last: number } {
  const starts = sessions.map((one) => Math.floor(minuteOfDay(one.body.start, zone) / 60));
  const ends = sessions.map((one) => {
    const minute = minuteOfDay(one.body.end, zone);
    return dateIn(one.body.end, zone) === dateIn(one.body.start, zone) ? Math.ceil(minute / 60) : 24;
  });
  return { first: Math.min(8, ...starts), last: Math.max(18, ...ends) };
}

/** As wide as its lanes need to be read; a day without sessions gives way. */
export function columnWidth(ofDay: readonly Session[], lanes: ReadonlyMap<string, Lane>): string {
  if (ofDay.length === 0) return 'minmax(3rem, 0.6fr)';
  const widest = widestOf(lanes);
  return `minmax(${widest * 5.25}rem, ${widest}fr)`;
}

/** The minutes of a day that an interval takes, by the wall clock; null where it takes none. */
export function minutesOfDay(
  { start, end }: { readonly start: string; readonly end: string },
  date: string,
  zone: string,
): { readonly from: number; readonly to: number } | null {
  const [dayStart, dayEnd] = [startOfDate(date, zone), startOfDate(addDays(date, 1), zone)];
  if (end <= dayStart || start >= dayEnd) return null;
  return {
    from: start <= dayStart ? 0 : minuteOfDay(start, zone),
    to: end >= dayEnd ? 24 * 60 : minuteOfDay(end, zone),
  };
}
