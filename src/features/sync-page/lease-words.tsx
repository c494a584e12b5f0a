import type { LeaseState } from '../../../sync/client/api.ts';
import type { Instant } from '../../../sync/core/record.ts';
import { useLease } from '../../lib/client-context.ts';
import { clockTime, dateIn, longDay } from '../../lib/time.ts';
import styles from './sync-page.module.css';

interface LeaseWordsProps {
  readonly zone: string;
  readonly now: Instant;
}

/** Said in advance: until when this device shows records without a connection. Afterwards: since when it does not. */
export function LeaseWords({ zone, now }: LeaseWordsProps) {
  const lease = useLease();
  if (!lease.ownUntil) return null;
  const moment = (instant: Instant): string =>
    `${longDay(dateIn(instant, zone), dateIn(now, zone))}, ${clockTime(instant, zone)}`;
  const own = moment(lease.ownUntil);
  return (
    <p className={styles.soft}>
      {lease.closed === 'all'
        ? `Records have been closed here since ${own}. They open by themselves at the next connection.`
        : `Without a connection, records can be read here until ${own}${sharedWords(lease, moment)}`}{' '}
      What you wrote and has not been sent can always be read here and exported.
    </p>
  );
}

function sharedWords({ closed, sharedUntil }: LeaseState, moment: (instant: Instant) => string): string {
  if (!sharedUntil) return '. Every connection puts that off.';
  return closed === 'shared'
    ? `. What others have shared with you has been closed since ${moment(sharedUntil)} and opens at the next connection.`
    : `; what others have shared with you, until ${moment(sharedUntil)}. Every connection puts that off.`;
}
