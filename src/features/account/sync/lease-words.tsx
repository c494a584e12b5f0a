import type { LeaseState } from '../../../../sync/client/api.ts';
import type { Instant } from '../../../../sync/core/record.ts';
import { useLease } from '../../../lib/client-context.ts';
import { clockTime, dateIn, longDay } from '../../../lib/time.ts';
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
        ? `Records have been closed here since ${own}. They open again at the next connection.`
        : `Without a connection, records can be read here until ${own}${sharedWords(lease, moment)}`}{' '}
      Anything you wrote that has not been sent yet can always be read and exported here.
    </p>
  );
}

function sharedWords({ closed, sharedUntil }: LeaseState, moment: (instant: Instant) => string): string {
  if (!sharedUntil) return '. Every connection extends this.';
  return closed === 'shared'
    ? `. What others have shared with you has been closed since ${moment(sharedUntil)} and opens at the next connection.`
    : `; what others have shared with you, until ${moment(sharedUntil)}. Every connection extends this.`;
}
