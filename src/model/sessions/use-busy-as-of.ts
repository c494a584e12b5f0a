import { useStatus } from '../../lib/client-context.ts';
import { clockTime, dateIn, shortDay } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { useMe } from '../people/use-account.ts';

/** `as of 14:02`, on a later day `as of Tue 24 Nov, 14:02`: when this device last heard of others, said while it hears nothing; else ''. */
export function useBusyAsOf(): string {
  const { online, syncedAt } = useStatus();
  const { zone } = useMe();
  const now = useNow();
  if (online || syncedAt === null) return '';
  const [date, today] = [dateIn(syncedAt, zone), dateIn(now, zone)];
  return `as of ${date === today ? '' : `${shortDay(date, today)}, `}${clockTime(syncedAt, zone)}`;
}
