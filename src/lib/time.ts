import type { Instant } from '../../sync/core/record.ts';

/** The only places where an instant becomes words. Every function names the zone it speaks in. */

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  formats.set(key, made);
  return made;
}

/** `14:02` */
export function clockTime(instant: Instant, zone: string): string {
  return format(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant));
}

/** `14:00–14:50`; in the night in which an hour comes twice `01:30 (GMT-4)–01:20 (GMT-5)`. */
export function clockSpan(span: { readonly start: Instant; readonly end: Instant }, zone: string): string {
  const [start, end] = [clockTime(span.start, zone), clockTime(span.end, zone)];
  const runsBack = end <= start && span.start < span.end && dateIn(span.start, zone) === dateIn(span.end, zone);
  if (!runsBack) return `${start}–${end}`;
  return `${start} (${offsetName(span.start, zone)})–${end} (${offsetName(span.end, zone)})`;
}

function offsetName(instant: Instant, zone: string): string {
  const parts = format(zone, { timeZoneName: 'shortOffset' }).formatToParts(new Date(instant));
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

function plainFormat(date: string, options: Intl.DateTimeFormatOptions): string {
  return format('UTC', options).format(new Date(`${date}T12:00:00.000Z`));
}

/** `Saturday` */
export const weekdayName = (date: string): string => plainFormat(date, { weekday: 'long' });
/** `Sat` */
export const weekdayShort = (date: string): string => plainFormat(date, { weekday: 'short' });
/** `21 November` */
export const dayMonth = (date: string): string => plainFormat(date, { day: 'numeric', month: 'long' });
/** `21 Nov` */
export const dayMonthShort = (date: string): string => plainFormat(date, { day: 'numeric', month: 'short' });
/** `21 November 2026` */
export const fullDate = (date: string): string => plainFormat(date, { day: 'numeric', month: 'long', year: 'numeric' });
/** `November 2026` */
export const monthYear = (date: string): string => plainFormat(date, { month: 'long', year: 'numeric' });

/** `Saturday 21 November`, with the year only where it is another one. */
export function longDay(date: string, today: string): string {
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`;
  return `${weekdayName(date)} ${dayMonth(date)}${year}`;
}

/** `Today`, `Tomorrow`, `Yesterday`, else `Thursday` within a week ahead, else `Thursday 3 December`. */
export function relativeDay(date: string, today: string): string {
  const away = Temporal.PlainDate.from(today).until(Temporal.PlainDate.from(date), { largestUnit: 'days' }).days;
  if (away === 0) return 'Today';
  if (away === 1) return 'Tomorrow';
  if (away === -1) return 'Yesterday';
  if (away > 1 && away < 7) return weekdayName(date);
  return longDay(date, today);
}

/** `21 November 2026, 14:02` */
export function dateAndTime(instant: Instant, zone: string): string {
  return `${fullDate(dateIn(instant, zone))}, ${clockTime(instant, zone)}`;
}

/** `14:02` of today, else `21 Nov, 14:02`. */
export function recently(instant: Instant, zone: string, now: Instant): string {
  const date = dateIn(instant, zone);
  const time = clockTime(instant, zone);
  return date === dateIn(now, zone) ? time : `${dayMonthShort(date)}, ${time}`;
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

/** `New York time`: an IANA name as people say it. */
export function zoneName(zone: string): string {
  const place = zone.split('/').at(-1) ?? zone;
  if (place === 'UTC') return 'UTC';
  return `${place.replaceAll('_', ' ')} time`;
}

/** Whether two zones show different clocks at that moment. */
export function zonesDiffer(one: string, other: string, at: Instant): boolean {
  if (one === other) return false;
  return clockTime(at, one) !== clockTime(at, other) || dateIn(at, one) !== dateIn(at, other);
}

/** Whole years since a birth date. */
export function ageOn(birth: string, today: string): number {
  return Temporal.PlainDate.from(birth).until(Temporal.PlainDate.from(today), { largestUnit: 'years' }).years;
}
