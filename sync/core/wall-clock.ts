import { isInstant } from './instant.ts';
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
  if (!isInstant(asIfUtc) || !format) return null;
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return Math.abs(Date.parse(asIfUtc) - shown);
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
