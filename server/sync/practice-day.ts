import { Temporal } from 'temporal-polyfill';

/** The first moment after a date in a zone, as milliseconds since the epoch; days of 23 and 25 hours included. */
export function endOfDateMs(date: string, zone: string): number {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime({ timeZone: zone }).epochMilliseconds;
}
