import type { Instant } from '../../../../sync/core/record.ts';
import { chartIdOf } from '../../../model/clients/client-name.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { clockTime, dateIn, longDay } from '../../../lib/time.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import styles from './sync-page.module.css';

interface AboutSessionProps {
  readonly appointmentId: string;
  readonly zone: string;
  readonly now: Instant;
}

/** Whose session a change belongs to: two texts that wait or were refused must not look alike. */
export function AboutSession({ appointmentId, zone, now }: AboutSessionProps) {
  const session = useRecord('appointment', appointmentId);
  const found = session.loading ? undefined : session.value;
  const name = useClientName(found ? chartIdOf(found) : null);
  if (!found || name === null) return null;
  return (
    <p className={styles.about}>
      <PersonName name={name} />, {longDay(dateIn(found.body.start, zone), dateIn(now, zone))},{' '}
      {clockTime(found.body.start, zone)}
    </p>
  );
}
