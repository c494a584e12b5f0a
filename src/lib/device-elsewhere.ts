import type { Instant } from '../../sync/core/record.ts';
import { deviceZone } from './device-zone.ts';
import { zoneName, zonesDiffer } from './time.ts';

/** `New York time`, where the clock of this device shows another time than the one that is told; else `null`. */
export function zoneIfElsewhere(zone: string, now: Instant): string | null {
  return zonesDiffer(zone, deviceZone(), now) ? zoneName(zone) : null;
}
