import { longestBlockMinutes } from '../../../sync/collections/blocked-interval.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { addDays, startOfDate } from '../../lib/time.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { useRange } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';

export type Block = SeenRecordOf<'blocked_interval'>;

const none: readonly Block[] = [];

/** The times that somebody has blocked in so many days of their zone, by start; of nobody but themselves. */
export function useOwnBlocks(fromDate: string, days: number): readonly Block[] {
  const { zone } = useMe();
  const [from, to] = [startOfDate(fromDate, zone), startOfDate(addDays(fromDate, days), zone)];
  const early = toInstant(Date.parse(from) - longestBlockMinutes * 60_000);
  const found = useRange({ collection: 'blocked_interval', index: 'start', from: early, to });
  return found.loading ? none : found.value.filter(({ body }) => body.end > from);
}
