import { addDays, clockSpan, dateIn, minuteOfDay, minutesBetween, minuteSpan, startOfDate } from '../../../lib/time.ts';
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

/** As wide as its lanes need to be read; a day with nothing in it gives way. */
export function columnWidth(ofDay: readonly unknown[], lanes: ReadonlyMap<string, Lane>): string {
  if (ofDay.length === 0) return 'minmax(3rem, 0.6fr)';
  const widest = widestOf(lanes);
  return `minmax(${widest * 5.25}rem, ${widest}fr)`;
}

interface Interval {
  readonly start: string;
  readonly end: string;
}

const wholeDay = 24 * 60;

/** So much is shown at least of what ends, by the wall clock, before it began or just after. */
const leastMinutes = 15;

/**
 * The minutes of a day that an interval takes, by the wall clock; null where it takes none. Where clocks are put back while it lasts, the
 * wall clock says less than passes, or runs backwards: a quarter of an hour at least is taken.
 */
export function minutesOfDay(
  { start, end }: Interval,
  date: string,
  zone: string,
): { readonly from: number; readonly to: number } | null {
  const [dayStart, dayEnd] = [startOfDate(date, zone), startOfDate(addDays(date, 1), zone)];
  if (end <= dayStart || start >= dayEnd) return null;
  const from = start <= dayStart ? 0 : minuteOfDay(start, zone);
  const to = end >= dayEnd ? wholeDay : minuteOfDay(end, zone);
  const passes = minutesBetween(start < dayStart ? dayStart : start, end > dayEnd ? dayEnd : end);
  if (to - from >= Math.min(leastMinutes, passes)) return { from, to };
  const begins = Math.min(from, wholeDay - leastMinutes);
  return { from: begins, to: begins + leastMinutes };
}

/** When on a day an interval is, in words: `All day`, or its times there as clocks show them; null where it takes none of the day. */
export function timesOfDay(interval: Interval, date: string, zone: string): string | null {
  const taken = minutesOfDay(interval, date, zone);
  if (!taken) return null;
  if (taken.from === 0 && taken.to === wholeDay) return 'All day';
  const isWithin = dateIn(interval.start, zone) === date && dateIn(interval.end, zone) === date;
  return isWithin ? clockSpan(interval, zone) : minuteSpan(taken.from, taken.to);
}
