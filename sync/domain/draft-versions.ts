import { fromInstant } from '../core/instant.ts';
import type { Instant } from '../core/record.ts';

/** When a draft was written and overwritten, by the server's clock. */
export interface DraftTimes {
  /** Now: it is being overwritten. */
  readonly now: Instant;
  /** When it was written, which is when the version before it was overwritten; null for the first one. */
  readonly written: Instant | null;
  /** When the newest version that is still kept before those two was overwritten; null where there is none. */
  readonly dayBefore: Instant | null;
}

/**
 * Why an overwritten draft is kept. `good`: the very first, the last and the first of a day (in UTC: a day's end in another
 * zone keeps one more). `pause`: it stood for `pauseMs`. `next`: only until the next one is overwritten.
 */
export function draftVersionKept(times: DraftTimes, pauseMs: number): 'good' | 'pause' | 'next' {
  const { now, written, dayBefore } = times;
  if (written === null || dayOf(written) !== dayOf(now)) return 'good';
  // The version before it stood when this day began: it is the first one written in it.
  if (dayBefore !== null && dayOf(dayBefore) !== dayOf(written)) return 'good';
  return fromInstant(now) - fromInstant(written) >= pauseMs ? 'pause' : 'next';
}

function dayOf(instant: Instant): string {
  return instant.slice(0, 10);
}
