import type { Instant } from './record.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar date of an instant in an IANA zone, `YYYY-MM-DD`. Throws for a zone that is none. */
export function localDate(instant: Instant, zone: string): string {
  const known = formats.get(zone);
  // Canadian English writes dates as ISO 8601 does.
  const format =
    known ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (!known) formats.set(zone, format);
  return format.format(new Date(instant));
}
