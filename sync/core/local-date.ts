import type { Instant } from './record.ts';

interface ZoneDates {
  readonly format: Intl.DateTimeFormat;
  /** The second that was asked for last, and the date in it: zones are whole seconds apart. */
  second: string;
  date: string;
}

const zones = new Map<string, ZoneDates>();

/** The calendar date of an instant in an IANA zone, `YYYY-MM-DD`. Throws for a zone that is none. */
export function localDate(instant: Instant, zone: string): string {
  const dates = zones.get(zone) ?? startDates(zone);
  // Of an instant as this product writes it; any other is asked for each time.
  const second = instant.endsWith('Z') ? instant.slice(0, 'YYYY-MM-DDThh:mm:ss'.length) : '';
  if (dates.second !== second || second === '') {
    dates.date = dates.format.format(new Date(instant));
    dates.second = second;
  }
  return dates.date;
}

function startDates(zone: string): ZoneDates {
  // Canadian English writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dates = { format, second: '', date: '' };
  zones.set(zone, dates);
  return dates;
}
