import { isInstant, toInstant } from './instant.ts';
import type { Instant } from './record.ts';

const formats = new Map<string, Intl.DateTimeFormat | null>();
/** Names come from outside; each format held takes memory. */
const mostFormats = 100;

/**
 * How far a local time `YYYY-MM-DDTHH:MM` lies from what clocks in the zone show at the instant, in ms; null where there is no
 * such date or time, or the runtime knows no such zone. Tables of zones differ: a small distance is nobody's mistake.
 */
export function wallClockDistanceMs(local: string, zone: string, instant: Instant): number | null {
  const asIfUtc = `${local}:00.000Z`;
  const format = formatOf(zone);
  if (!isRealTime(asIfUtc) || !format) return null;
  return Math.abs(Date.parse(asIfUtc) - shownAt(format, Date.parse(instant)));
}

/**
 * The instant that a local time `YYYY-MM-DDTHH:MM` names in a zone, by this machine's table; null where there is no such date or
 * time, or no such zone is known. An hour that a clock change leaves out is taken as that much later, one that comes twice as the
 * first (RFC 5545, 3.3.5).
 */
export function instantOf(local: string, zone: string): Instant | null {
  const key = `${local} ${zone}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  const instant = derivedInstant(local, zone);
  // Names come from outside; a table of zones does not change while this runs.
  if (instants.size >= mostInstants) instants.clear();
  instants.set(key, instant);
  return instant;
}

/** Each time of a series is asked for by its guard, its run and its record. */
const instants = new Map<string, Instant | null>();
const mostInstants = 2000;

function derivedInstant(local: string, zone: string): Instant | null {
  const asIfUtc = `${local}:00.000Z`;
  const format = formatOf(zone);
  if (!isRealTime(asIfUtc) || !format) return null;
  const wanted = Date.parse(asIfUtc);
  // A day away on each side, past any change of clocks between: what the zone is ahead of UTC before it, and after.
  const [before, after] = [wanted - dayMs, wanted + dayMs].map((at) => shownAt(format, at) - at);
  for (const offset of [before, after]) {
    if (offset !== undefined && shownAt(format, wanted - offset) === wanted) return toInstant(wanted - offset);
  }
  return before === undefined ? null : toInstant(wanted - before);
}

/** What clocks of a zone show at an instant, to the minute; null where no such zone is known, or the instant is no whole minute. */
export function localTimeAt(instant: Instant, zone: string): string | null {
  const format = formatOf(zone);
  if (!format || !instant.endsWith(':00.000Z')) return null;
  return new Date(shownAt(format, Date.parse(instant))).toISOString().slice(0, 16);
}

/**
 * Whether there is such a date and time, in a year that is written with four digits whatever is added to it: some engines take the 31st of February for
 * the third of March.
 */
function isRealTime(asIfUtc: string): boolean {
  const year = Number(asIfUtc.slice(0, 4));
  return isInstant(asIfUtc) && year >= 1900 && year <= 9990 && new Date(asIfUtc).toISOString() === asIfUtc;
}

/** Whether this machine's table has such a zone. */
export function knowsZone(zone: string): boolean {
  return formatOf(zone) !== null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** What clocks of the zone show at a moment, as if it were UTC. */
function shownAt(format: Intl.DateTimeFormat, ms: number): number {
  const parts = new Map(format.formatToParts(new Date(ms)).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = newFormat(zone);
  if (formats.size >= mostFormats) formats.clear();
  formats.set(zone, format);
  return format;
}

function newFormat(zone: string): Intl.DateTimeFormat | null {
  // Some runtimes take an offset for a zone, others do not.
  if (!/^[A-Za-z]/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch {
    // The one thing that it throws for is a zone that the runtime does not know.
    return null;
  }
}
