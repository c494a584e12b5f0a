import { longestSessionMinutes } from '../../../../sync/collections/appointment.ts';
import { instantOf } from '../../../../sync/core/wall-clock.ts';
import { addDays, localTimeAt, localTimeIn, partsOfLocal } from '../../../lib/time.ts';

/** A place on the grid: a date and a minute of its wall clock, never an instant. */
export interface GridPlace {
  readonly date: string;
  readonly minute: number;
}

/** What takes room on it. */
export interface GridSpan extends GridPlace {
  readonly minutes: number;
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
export function resizedTo(span: GridSpan, endMinute: number): GridSpan {
  const end = Math.round(endMinute / rasterMinutes) * rasterMinutes;
  return withMinutes(span, end - span.minute);
}

/** A span that is longer or shorter by so much, to the next quarter. */
export function resizedBy(span: GridSpan, minutes: number): GridSpan {
  return withMinutes(span, quarterFrom(span.minute + span.minutes, minutes) - span.minute);
}

function withMinutes(span: GridSpan, minutes: number): GridSpan {
  return { ...span, minutes: Math.min(longestSessionMinutes, Math.max(rasterMinutes, minutes)) };
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
 * What a place on the grid of one zone means in the zone of what lies there: the same local time where they are one, else the same
 * moment. Null where this device does not know a zone.
 */
export function timeOfSpan(span: GridSpan, gridZone: string, ownZone: string): MeantTime | null {
  const local = localTimeAt(span.date, span.minute);
  const start = instantOf(local, gridZone);
  if (start === null) return null;
  const local_start = gridZone === ownZone ? local : localTimeIn(start, ownZone);
  return { local_start, zone: ownZone, minutes: span.minutes, start };
}

/** Where something lies on the grid of a zone. */
export function spanOf(body: { readonly start: string; readonly minutes: number }, gridZone: string): GridSpan {
  return { ...partsOfLocal(localTimeIn(body.start, gridZone)), minutes: body.minutes };
}
