import { endOf, longestSessionMinutes } from '../../../../sync/collections/appointment.ts';
import { instantOf } from '../../../../sync/core/wall-clock.ts';
import { addDays, localTimeAt, localTimeIn, minutesBetween, partsOfLocal } from '../../../lib/time.ts';

/** A place on the grid: a date and a minute of its wall clock, never an instant. */
export interface GridPlace {
  readonly date: string;
  readonly minute: number;
}

/** What takes room on it: by its wall clock, from its upper to its lower edge. */
export interface GridSpan extends GridPlace {
  readonly minutes: number;
}

/** What is taken into the hand there. */
export interface Taken {
  readonly span: GridSpan;
  /** The version of its time that was on screen just then: it is put down over that, and over no later one. */
  readonly stamp: string;
  /** So many minutes it can last. */
  readonly longest: number;
}

/** What is placed by hand begins and ends on a quarter of an hour. */
export const rasterMinutes = 15;
const dayMinutes = 24 * 60;

/** The quarter of an hour in which a minute lies, or the nearest to it; within the day. */
export function snapped(minute: number, way: 'down' | 'near' = 'near'): number {
  const quarter = (way === 'near' ? Math.round : Math.floor)(minute / rasterMinutes) * rasterMinutes;
  return Math.min(dayMinutes - rasterMinutes, Math.max(0, quarter));
}

/** What is drawn out from one place to another of the same day: both quarters are of it, in whichever order. */
export function spanBetween(anchor: GridPlace, minute: number): GridSpan {
  const [one, other] = [snapped(anchor.minute, 'down'), snapped(minute, 'down')];
  const from = Math.min(one, other);
  const minutes = Math.min(longestSessionMinutes, Math.max(one, other) + rasterMinutes - from);
  return { date: anchor.date, minute: one > other ? one + rasterMinutes - minutes : from, minutes };
}

/** A span somewhere else; it begins on a quarter of an hour, and on the day that was asked for. */
export function movedTo(span: GridSpan, to: GridPlace): GridSpan {
  return { ...span, date: to.date, minute: snapped(to.minute) };
}

/** A span moved by days and minutes, as keys do it: over midnight it comes to the day beside. */
export function movedBy(span: GridSpan, by: { readonly days?: number; readonly minutes?: number }): GridSpan {
  const minute = (by.minutes ?? 0) === 0 ? span.minute : quarterFrom(span.minute, by.minutes ?? 0);
  const over = Math.floor(minute / dayMinutes);
  return { ...span, date: addDays(span.date, (by.days ?? 0) + over), minute: minute - over * dayMinutes };
}

/** From a time beside the raster the next step is to the raster. */
function quarterFrom(minute: number, by: number): number {
  if (minute % rasterMinutes === 0) return minute + by;
  const below = Math.floor(minute / rasterMinutes) * rasterMinutes;
  return by > 0 ? below + by : below + rasterMinutes + by;
}

/** A span that ends at another minute of its day; at least a quarter of an hour long. */
export function resizedTo(span: GridSpan, endMinute: number, longest = longestSessionMinutes): GridSpan {
  const end = Math.round(endMinute / rasterMinutes) * rasterMinutes;
  return withMinutes(span, end - span.minute, longest);
}

/** A span that is longer or shorter by so much, to the next quarter. */
export function resizedBy(span: GridSpan, minutes: number, longest = longestSessionMinutes): GridSpan {
  return withMinutes(span, quarterFrom(span.minute + span.minutes, minutes) - span.minute, longest);
}

/** What lasts longer than that already is never cut by being drawn longer. */
function withMinutes(span: GridSpan, minutes: number, longest: number): GridSpan {
  return { ...span, minutes: Math.min(Math.max(longest, span.minutes), Math.max(rasterMinutes, minutes)) };
}

export function isSameSpan(one: GridSpan, other: GridSpan): boolean {
  return one.date === other.date && one.minute === other.minute && one.minutes === other.minutes;
}

/** A time as changes of sessions and blocks say it. */
export interface MeantTime {
  readonly local_start: string;
  readonly zone: string;
  readonly minutes: number;
  readonly start: string;
}

/**
 * What a place on the grid of one zone means in another: the same local time where they are one, else the same moment; as long as lies
 * between both edges, on days of 23 and 25 hours too. Null where this device does not know a zone.
 */
export function timeOfSpan(span: GridSpan, gridZone: string, ownZone: string): MeantTime | null {
  const local = localTimeAt(span.date, span.minute);
  const start = instantOf(local, gridZone);
  if (start === null) return null;
  const local_start = gridZone === ownZone ? local : localTimeIn(start, ownZone);
  return { local_start, zone: ownZone, minutes: minutesFrom(start, span, gridZone), start };
}

/**
 * What it means for something that lies on the grid to be put there: where only its length is another one its beginning stays as it is, in
 * an hour that comes twice too; where only its place is another one, its length.
 */
export function timePlaced(span: GridSpan, gridZone: string, body: MeantTime): MeantTime | null {
  const was = spanOf(body, gridZone);
  const there = timeOfSpan(span, gridZone, body.zone);
  if (there === null) return null;
  const isLong = span.minutes === was.minutes;
  if (was.date !== span.date || was.minute !== span.minute) return isLong ? { ...there, minutes: body.minutes } : there;
  const { local_start, zone, start } = body;
  const more = isLong ? 0 : minutesBetween(endOfSpan(was, gridZone) ?? start, endOfSpan(span, gridZone) ?? start);
  return { local_start, zone, start, minutes: Math.max(rasterMinutes, body.minutes + more) };
}

/** Whether its local time says this moment, and no other one: what is sent is derived from that again. */
export function isSayable({ local_start, zone, start }: MeantTime): boolean {
  return instantOf(local_start, zone) === start;
}

/** Where something lies on the grid of a zone: down to where clocks stand at its end, of a day of 23 hours too. */
export function spanOf(body: { readonly start: string; readonly minutes: number }, gridZone: string): GridSpan {
  const from = partsOfLocal(localTimeIn(body.start, gridZone));
  const end = partsOfLocal(localTimeIn(endOf(body.start, body.minutes), gridZone));
  const isSameDay = end.date === from.date;
  return { ...from, minutes: isSameDay ? Math.max(body.minutes, end.minute - from.minute) : body.minutes };
}

function minutesFrom(start: string, span: GridSpan, gridZone: string): number {
  const end = endOfSpan(span, gridZone);
  const minutes = end === null ? 0 : minutesBetween(start, end);
  return minutes > 0 ? minutes : span.minutes;
}

function endOfSpan({ date, minute, minutes }: GridSpan, gridZone: string): string | null {
  const end = minute + minutes;
  const over = Math.floor(end / dayMinutes);
  return instantOf(localTimeAt(addDays(date, over), end - over * dayMinutes), gridZone);
}
