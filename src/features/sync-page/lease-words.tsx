import type { Instant } from '../../../sync/core/record.ts';
import { useLease } from '../../lib/client-context.ts';
import { clockTime, dateIn, longDay } from '../../lib/time.ts';
import styles from './sync-page.module.css';

interface LeaseWordsProps {
  readonly zone: string;
  readonly now: Instant;
}

/** Said in advance: until when this device shows records without a connection. */
export function LeaseWords({ zone, now }: LeaseWordsProps) {
  const { ownUntil, sharedUntil } = useLease();
  if (!ownUntil) return null;
  const moment = (instant: Instant): string =>
    `${longDay(dateIn(instant, zone), dateIn(now, zone))}, ${clockTime(instant, zone)}`;
  return (
    <p className={styles.soft}>
      Without a connection, records can be read here until {moment(ownUntil)}
      {sharedUntil ? `; what others have shared with you, until ${moment(sharedUntil)}` : ''}. Every connection puts
      that off. What you wrote and has not been sent can always be read here and exported.
    </p>
  );
}
