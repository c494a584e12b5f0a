import { Link } from '@tanstack/react-router';
import { prefixRange } from '../../../sync/core/index-key.ts';
import { statusFlags } from '../../../sync/domain/appointment-status.ts';
import { clockTime, dateIn, longDay } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRange, useRecords } from '../../lib/use-records.ts';
import { PersonName } from '../../ui/person-name.tsx';
import { chartIdOf } from '../clients/client-name.ts';
import { useClientNames } from '../clients/use-client-names.ts';
import { useMe } from '../people/use-account.ts';
import styles from './asked-of-me.module.css';

/** [CA-8] Sessions that colleagues ask this account to take over, by their beginning; nothing where there are none. */
export function AskedOfMe() {
  const { sub, zone } = useMe();
  const now = useNow();
  const waiting = useRange(
    sub === '' ? null : { collection: 'session_transfer', index: 'waits_for', ...prefixRange(sub) },
  );
  const proposals = waiting.loading ? [] : waiting.value;
  const sessions = useRecords(
    'appointment',
    proposals.map(({ body }) => body.appointment_id),
  );
  const names = useClientNames(proposals.map(chartIdOf));
  const today = dateIn(now, zone);
  const rows = proposals
    .flatMap((proposal) => {
      const session = sessions.get(proposal.body.appointment_id);
      const name = names.get(chartIdOf(proposal));
      const isOver = !session || session.body.start <= now || statusFlags(session.body.status).cancelled;
      return isOver || name === undefined ? [] : [{ session, name, from: proposal.body.from_name }];
    })
    .toSorted((one, other) => (one.session.body.start < other.session.body.start ? -1 : 1));
  if (rows.length === 0) return null;
  return (
    <section className={styles.asked} aria-label="Sessions to take over">
      <h2>
        Sessions to take over
        <span className={styles.count}>{rows.length}</span>
      </h2>
      <ul className={styles.list}>
        {rows.map(({ session, name, from }) => (
          <li key={session.id}>
            <Link
              to="/pro-dashboard/schedule/$appointmentId"
              params={{ appointmentId: session.id }}
              className={styles.row}
            >
              <span className={styles.name}>
                <PersonName name={name} />
              </span>
              <span className={styles.soft}>
                {longDay(dateIn(session.body.start, zone), today)}, {clockTime(session.body.start, zone)}
              </span>
              <span className={styles.soft}>
                asked by <PersonName name={from} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
