import type { Instant } from '../../../sync/core/record.ts';
import { deviceManner, type Manner } from '../../lib/device-manner.ts';
import { clockSpan, dateIn, longDay, zoneName, zonesDiffer } from '../../lib/time.ts';

interface Planned {
  readonly start: Instant;
  readonly end: Instant;
  /** Where the session is planned. */
  readonly zone: string;
}

/**
 * When a session is by the practice's clock, with its date: `New York time: Thursday, November 26, 12:00–12:50 PM`. `null`
 * where the member's own clock shows the same from beginning to end.
 */
export function practiceTime(
  { start, end, zone }: Planned,
  ownZone: string,
  now: Instant,
  manner: Manner = deviceManner(),
): string | null {
  if (!zonesDiffer(zone, ownZone, start) && !zonesDiffer(zone, ownZone, end)) return null;
  const day = longDay(dateIn(start, zone), dateIn(now, zone), manner);
  return `${zoneName(zone)}: ${day}, ${clockSpan({ start, end }, zone, manner)}`;
}
