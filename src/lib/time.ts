import type { Instant } from '../../sync/core/record.ts';
import { deviceManner, type Manner } from './device-manner.ts';

/**
 * The only places where an instant becomes words. Every function names the zone it speaks in. Hours and the order of day
 * and month are those of the device, unless a manner is given; the words are English in each.
 */

/** Between a time and its half of the day: never broken, and in every font (Intl's own narrow one, U+202F, is not). */
const noBreak = '\u00A0';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: 'en-GB' | 'en-US', zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + zone + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  formats.set(key, made);
  return made;
}

/** What a clock of 24 hours shows: `14:02`, in every manner. */
function wallClock(instant: Instant, zone: string): string {
  return format('en-GB', zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));
}

const halfOf = (wall: string): 'AM' | 'PM' => (wall < '12' ? 'AM' : 'PM');

/** `2:02`, `12:30` */
const withinHalf = (wall: string): string => `${Number(wall.slice(0, 2)) % 12 || 12}${wall.slice(2)}`;

function wallWords(wall: string, { hours }: Manner): string {
  return hours === 24 ? wall : `${withinHalf(wall)}${noBreak}${halfOf(wall)}`;
}

/** `14:02`, or `2:02 PM` */
export function clockTime(instant: Instant, zone: string, manner: Manner = deviceManner()): string {
  return wallWords(wallClock(instant, zone), manner);
}

/** A full hour at the side of a day: `09:00`, or `9 AM`. */
export function hourWords(hour: number, manner: Manner = deviceManner()): string {
  const wall = `${String(hour).padStart(2, '0')}:00`;
  return manner.hours === 24 ? wall : wallWords(wall, manner).replace(':00', '');
}

/**
 * `14:00–14:50`, or `2:00–2:50 PM` and `11:30 AM–12:20 PM`. In the night in which an hour comes twice
 * `01:30 (GMT-4)–01:20 (GMT-5)`, or `1:30 AM (GMT-4)–1:20 AM (GMT-5)`.
 */
export function clockSpan(
  span: { readonly start: Instant; readonly end: Instant },
  zone: string,
  manner: Manner = deviceManner(),
): string {
  const [start, end] = [wallClock(span.start, zone), wallClock(span.end, zone)];
  const [from, to] = [wallWords(start, manner), wallWords(end, manner)];
  const runsBack = end <= start && span.start < span.end && dateIn(span.start, zone) === dateIn(span.end, zone);
  if (runsBack) return `${from} (${offsetName(span.start, zone)})–${to} (${offsetName(span.end, zone)})`;
  return manner.hours === 12 && halfOf(start) === halfOf(end) ? `${withinHalf(start)}–${to}` : `${from}–${to}`;
}

function offsetName(instant: Instant, zone: string): string {
  const parts = format('en-GB', zone, { timeZoneName: 'shortOffset' }).formatToParts(new Date(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** The calendar date of an instant in a zone: `2026-11-21`. */
export function dateIn(instant: Instant, zone: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The first instant of a date in a zone; days of 23 and 25 hours included. */
export function startOfDate(date: string, zone: string): Instant {
  const start = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone });
  return new Date(start.epochMilliseconds).toISOString();
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** So many dates in a row. */
export function datesFrom(first: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** The same day of the month so many months on; its last where the month is shorter. */
export function addMonths(date: string, months: number): string {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}

/** What the calendar and the clock of a zone show: `2026-11-21T14:02`. */
export function localTimeIn(instant: Instant, zone: string): string {
  return `${dateIn(instant, zone)}T${wallClock(instant, zone)}`;
}

/** A date and a minute of its day as a local time: `2026-11-21T14:02`. */
export function localTimeAt(date: string, minute: number): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Date and minute of the day of a local time. */
export function partsOfLocal(local: string): { readonly date: string; readonly minute: number } {
  const [date = '', clock = ''] = local.split('T');
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return { date, minute: hour * 60 + minute };
}

/** A minute of the day as clocks show it: `14:02`, or `2:02 PM`; the end of the day as its last midnight. */
export function minuteWords(minute: number, manner: Manner = deviceManner()): string {
  return wallWords(localTimeAt('', minute % (24 * 60)).slice(1), manner);
}

/** Minutes of the day from one to another: `14:00–14:50`, or `2:00–2:50 PM`. */
export function minuteSpan(from: number, to: number, manner: Manner = deviceManner()): string {
  const [start, end] = [from, to].map((minute) => localTimeAt('', minute % (24 * 60)).slice(1));
  if (start === undefined || end === undefined) return '';
  const ends = wallWords(end, manner);
  return manner.hours === 12 && halfOf(start) === halfOf(end)
    ? `${withinHalf(start)}–${ends}`
    : `${wallWords(start, manner)}–${ends}`;
}

/** The Monday of the date's week. */
export function mondayOf(date: string): string {
  const plain = Temporal.PlainDate.from(date);
  return plain.subtract({ days: plain.dayOfWeek - 1 }).toString();
}

/** Minutes since midnight by the wall clock of a zone. */
export function minuteOfDay(instant: Instant, zone: string): number {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  return local.hour * 60 + local.minute;
}

function plainFormat(date: string, manner: Manner, options: Intl.DateTimeFormatOptions): string {
  return format(manner.monthFirst ? 'en-US' : 'en-GB', 'UTC', options).format(new Date(`${date}T12:00:00.000Z`));
}

const british: Manner = { hours: 24, monthFirst: false };

/** `Saturday` */
export const weekdayName = (date: string): string => plainFormat(date, british, { weekday: 'long' });
/** `Sat` */
export const weekdayShort = (date: string): string => plainFormat(date, british, { weekday: 'short' });
/** `November 2026` */
export const monthYear = (date: string): string => plainFormat(date, british, { month: 'long', year: 'numeric' });

/** `21 November`, or `November 21` */
export function dayMonth(date: string, manner: Manner = deviceManner()): string {
  return plainFormat(date, manner, { day: 'numeric', month: 'long' });
}

/** `21 Nov`, or `Nov 21` */
export function dayMonthShort(date: string, manner: Manner = deviceManner()): string {
  return plainFormat(date, manner, { day: 'numeric', month: 'short' });
}

/** `21 November 2026`, or `November 21, 2026` */
export function fullDate(date: string, manner: Manner = deviceManner()): string {
  return plainFormat(date, manner, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** `Sat 21 Nov`, or `Sat, Nov 21`; with the year only where it is another one. */
export function shortDay(date: string, today: string, manner: Manner = deviceManner()): string {
  const year =
    date.slice(0, 4) === today.slice(0, 4) ? '' : manner.monthFirst ? `, ${date.slice(0, 4)}` : ` ${date.slice(0, 4)}`;
  return `${weekdayShort(date)}${manner.monthFirst ? ',' : ''} ${dayMonthShort(date, manner)}${year}`;
}

/** `Saturday 21 November 2026`, or `Saturday, November 21, 2026` */
export function weekdayDate(date: string, manner: Manner = deviceManner()): string {
  return underWeekday(date, fullDate(date, manner), manner);
}

/** `Saturday 21 November`, or `Saturday, November 21`; with the year only where it is another one. */
export function longDay(date: string, today: string, manner: Manner = deviceManner()): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  return underWeekday(date, isThisYear ? dayMonth(date, manner) : fullDate(date, manner), manner);
}

function underWeekday(date: string, rest: string, { monthFirst }: Manner): string {
  return `${weekdayName(date)}${monthFirst ? ',' : ''} ${rest}`;
}

/** The days from one to another: `16–22 November`, or `November 16–22`; over two months `30 Nov – 6 Dec`, or `Nov 30 – Dec 6`. */
export function daySpan(first: string, last: string, manner: Manner = deviceManner()): string {
  if (first.slice(0, 7) !== last.slice(0, 7)) return `${dayMonthShort(first, manner)} – ${dayMonthShort(last, manner)}`;
  const dayOf = (date: string): number => Number(date.slice(8));
  return manner.monthFirst ? `${dayMonth(first, manner)}–${dayOf(last)}` : `${dayOf(first)}–${dayMonth(last, manner)}`;
}

/** `Today`, `Tomorrow`, `Yesterday`, else `Thursday` within a week ahead, else as `longDay` says it. */
export function relativeDay(date: string, today: string, manner: Manner = deviceManner()): string {
  const away = Temporal.PlainDate.from(today).until(Temporal.PlainDate.from(date), { largestUnit: 'days' }).days;
  if (away === 0) return 'Today';
  if (away === 1) return 'Tomorrow';
  if (away === -1) return 'Yesterday';
  if (away > 1 && away < 7) return weekdayName(date);
  return longDay(date, today, manner);
}

/** A moment as one says it: `Thursday 14:00`, `Thursday 3 December 14:00`, or `Thursday, December 3, 2:00 PM`. */
export function relativeTime(instant: Instant, zone: string, now: Instant, manner: Manner = deviceManner()): string {
  const day = relativeDay(dateIn(instant, zone), dateIn(now, zone), manner);
  // Two numbers do not stand side by side.
  return `${day}${/\d$/.test(day) ? ',' : ''} ${clockTime(instant, zone, manner)}`;
}

/** `21 November 2026, 14:02`, or `November 21, 2026, 2:02 PM` */
export function dateAndTime(instant: Instant, zone: string, manner: Manner = deviceManner()): string {
  return `${fullDate(dateIn(instant, zone), manner)}, ${clockTime(instant, zone, manner)}`;
}

/** As `dateAndTime`, of a time that somebody's clock shows: `2026-11-21T14:02`. */
export function localDateAndTime(local: string, manner: Manner = deviceManner()): string {
  return `${fullDate(local.slice(0, 10), manner)}, ${wallWords(local.slice(11), manner)}`;
}

/** `14:02` of today, else `21 Nov, 14:02`; or `2:02 PM`, `Nov 21, 2:02 PM`. */
export function recently(instant: Instant, zone: string, now: Instant, manner: Manner = deviceManner()): string {
  const date = dateIn(instant, zone);
  const time = clockTime(instant, zone, manner);
  return date === dateIn(now, zone) ? time : `${dayMonthShort(date, manner)}, ${time}`;
}

/** `50 min`, `1 h`, `2 h 15 min` */
export function duration(minutes: number): string {
  // Rounded before it is cut into hours: 59.7 minutes are an hour, not 60 minutes.
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export function minutesBetween(start: Instant, end: Instant): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
}

/** `New York`: the place that an IANA name is called after. */
export function zonePlace(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** `New York time`: an IANA name as people say it. */
export function zoneName(zone: string): string {
  const place = zonePlace(zone);
  return place === 'UTC' ? place : `${place} time`;
}

/** Whether two zones show different clocks at that moment. */
export function zonesDiffer(one: string, other: string, at: Instant): boolean {
  if (one === other) return false;
  return wallClock(at, one) !== wallClock(at, other) || dateIn(at, one) !== dateIn(at, other);
}

/** Whole years since a birth date. */
export function ageOn(birth: string, today: string): number {
  return Temporal.PlainDate.from(birth).until(Temporal.PlainDate.from(today), { largestUnit: 'years' }).years;
}
