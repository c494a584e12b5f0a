import { fromInstant, toInstant } from '../core/instant.ts';
import { instantOf, localTimeAt } from '../core/wall-clock.ts';
import { zoneObservances } from './zone-observances.ts';

/** One entry of a calendar that goes to another program: its time and a title, and nothing of anybody. */
export interface CalendarEntry {
  /** The same for ever, so that the other program knows it again. */
  readonly uid: string;
  /** `YYYY-MM-DDTHH:MM`, by the clock of the zone. */
  readonly local_start: string;
  readonly zone: string;
  readonly minutes: number;
  readonly title: string;
  /** When it was changed last, and how often. */
  readonly changed: string;
  readonly sequence: number;
  /** Nobody has said yes yet. */
  readonly isTentative?: boolean;
  /** How it repeats, as RFC 5545 writes it, and the beginnings that are left out. */
  readonly repeats?: { readonly rule: string; readonly except: readonly string[] };
}

/** RFC 5545, 3.1: no line is longer, in bytes. */
const lineBytes = 75;
const weekMs = 7 * 24 * 3_600_000;

/**
 * A calendar of RFC 5545, with the zones that its entries name. A time that clocks do not show, or show twice, is written in UTC: programs read those
 * differently. `name`: what the other program calls it.
 */
export function calendarFile(name: string, entries: readonly CalendarEntry[], now: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Orchid//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...zonesOf(entries, now).flatMap(([zone, from, to]) => zoneLines(zone, from, to)),
    ...entries.flatMap((entry) => entryLines(entry)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function entryLines(entry: CalendarEntry): readonly string[] {
  const { uid, title, minutes, changed, sequence, isTentative = false, repeats } = entry;
  return [
    'BEGIN:VEVENT',
    `UID:${text(uid)}`,
    `DTSTAMP:${stamp(changed)}`,
    `LAST-MODIFIED:${stamp(changed)}`,
    `SEQUENCE:${sequence}`,
    beginning(entry),
    `DURATION:PT${minutes}M`,
    ...(repeats ? [`RRULE:${repeats.rule}`] : []),
    ...(repeats && repeats.except.length > 0
      ? [`EXDATE;TZID=${entry.zone}:${repeats.except.map((local) => wall(local)).join(',')}`]
      : []),
    `SUMMARY:${text(title)}`,
    `STATUS:${isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    'CLASS:PRIVATE',
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ];
}

function beginning({ local_start, zone, repeats }: CalendarEntry): string {
  const start = instantOf(local_start, zone);
  // One that repeats is meant by the clock; those of its dates that clocks do not show once stand by themselves.
  if (repeats || start === null || isShownOnce(local_start, zone)) return `DTSTART;TZID=${zone}:${wall(local_start)}`;
  return `DTSTART:${stamp(start)}`;
}

/** Whether clocks of the zone show this time exactly once on that day. */
export function isShownOnce(local: string, zone: string): boolean {
  const start = instantOf(local, zone);
  if (start === null || localTimeAt(start, zone) !== local) return false;
  // What comes twice is taken as the first: the second is at most three hours later.
  return [30, 60, 120, 180].every(
    (minutes) => localTimeAt(toInstant(fromInstant(start) + minutes * 60_000), zone) !== local,
  );
}

/** Each zone once, with the time over which its clocks must be known. */
function zonesOf(entries: readonly CalendarEntry[], now: string): readonly (readonly [string, string, string])[] {
  const zones = [...new Set(entries.map(({ zone }) => zone))];
  return zones.map((zone) => {
    const starts = entries.flatMap((entry) => (entry.zone === zone ? (instantOf(entry.local_start, zone) ?? []) : []));
    const sorted = [...starts, now].toSorted();
    const from = toInstant(fromInstant(sorted[0] ?? now) - weekMs);
    // Two years past the last beginning: so long a series lasts.
    const to = toInstant(fromInstant(sorted.at(-1) ?? now) + 106 * weekMs);
    return [zone, from, to];
  });
}

function zoneLines(zone: string, from: string, to: string): readonly string[] {
  const observances = zoneObservances(zone, from, to);
  const least = Math.min(...observances.map(({ toMinutes }) => toMinutes));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observances.flatMap(({ local, fromMinutes, toMinutes }) => {
      const kind = toMinutes > least ? 'DAYLIGHT' : 'STANDARD';
      const offsets = [`TZOFFSETFROM:${offset(fromMinutes)}`, `TZOFFSETTO:${offset(toMinutes)}`];
      return [`BEGIN:${kind}`, `DTSTART:${wall(local)}`, ...offsets, `END:${kind}`];
    }),
    'END:VTIMEZONE',
  ];
}

function offset(minutes: number): string {
  const absolute = Math.abs(minutes);
  const [hours, rest] = [Math.floor(absolute / 60), absolute % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}${rest}`;
}

function wall(local: string): string {
  return `${local.replaceAll(/[-:]/g, '')}00`;
}

function stamp(instant: string): string {
  return `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function text(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n');
}

/** Continues after so many bytes with a space on the next line, and never within a letter. */
function folded(line: string): string {
  let out = '';
  let length = 0;
  for (const letter of line) {
    const bytes = new TextEncoder().encode(letter).length;
    if (length + bytes > lineBytes) {
      out += '\r\n ';
      length = 1;
    }
    out += letter;
    length += bytes;
  }
  return out;
}
