import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { clockSpan, dateIn, shortDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useWishes } from '../../../model/sessions/use-wishes.ts';
import { WishAnswer } from '../../../model/sessions/wish-answer.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import styles from './asked-to-move.module.css';

/** [CA-11] Clients who ask for another time, each time one tap away; nothing where there are none. Works without a network. */
export function AskedToMove() {
  const { zone } = useMe();
  const now = useNow();
  const wishes = useWishes();
  const [done, setDone] = useState<string | null>(null);
  if (wishes.length === 0 && done === null) return null;
  const today = dateIn(now, zone);
  return (
    <section className={styles.asked} aria-label="Asked for another time">
      <h2>
        Asked for another time
        {wishes.length > 0 ? <span className={styles.count}>{wishes.length}</span> : null}
      </h2>
      <output className={styles.soft}>{done}</output>
      <ul className={styles.list}>
        {wishes.map(({ wish, session, name }) => (
          <li key={wish.id} className={styles.row}>
            <div>
              <p className={styles.name}>
                <PersonName name={name} /> asks for another time
              </p>
              <Link
                to="/pro-dashboard/schedule/$appointmentId"
                params={{ appointmentId: session.id }}
                className={styles.when}
              >
                It is on {shortDay(dateIn(session.body.start, zone), today)}, {clockSpan(session.body, zone)}
              </Link>
            </div>
            <WishAnswer {...{ session, wish, name, now }} onDone={setDone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
