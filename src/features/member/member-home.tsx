import { Link } from '@tanstack/react-router';
import { clockTime, dateIn, duration, minutesBetween, relativeDay, zoneName } from '../../lib/time.ts';
import { useMe } from '../../lib/use-account.ts';
import { useNow } from '../../lib/use-now.ts';
import { useTitle } from '../../lib/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMemberSessions } from './use-sessions.ts';
import styles from './member.module.css';

/** One sentence: when, and with whom. Nothing clinical where a stranger may glance. */
export function MemberHome() {
  useTitle('Home');
  const { zone } = useMe();
  const now = useNow();
  const sessions = useMemberSessions();
  if (sessions === null) {
    return (
      <div className={styles.page}>
        <Skeleton lines={3} />
      </div>
    );
  }
  const [next, ...later] = sessions.on;
  const today = dateIn(now, zone);
  const others = later.slice(0, 3);
  return (
    <div className={styles.page}>
      {next ? (
        <section className={styles.hero} aria-label="Next session">
          <p className={styles.kicker}>{next.body.start <= now ? 'Your session has begun' : 'Your next session'}</p>
          <h1 className={styles.sentence}>
            {relativeDay(dateIn(next.body.start, zone), today)} {clockTime(next.body.start, zone)} with{' '}
            {next.body.clinician_name}
          </h1>
          <p className={styles.zone}>
            {zoneName(zone)}
            {next.body.start > now && minutesBetween(now, next.body.start) < 12 * 60
              ? `, in ${duration(minutesBetween(now, next.body.start))}`
              : ''}
          </p>
          <p className={styles.place}>
            {next.body.place === 'telehealth'
              ? 'It takes place by video. You cannot join from here yet; please use the link that your clinician gave you.'
              : 'It takes place in person, at the usual place.'}
          </p>
        </section>
      ) : (
        <section className={styles.hero} aria-label="Next session">
          <h1 className={styles.sentence}>No session is planned</h1>
          <p className={styles.place}>
            When your clinician books one, you will see it here, with or without a connection.
          </p>
        </section>
      )}
      <section className={styles.after} aria-label="What comes next">
        {others.length > 0 ? (
          <>
            <h2>After that</h2>
            <ul className={styles.list}>
              {others.map((session) => (
                <li key={session.id} className={styles.item}>
                  {relativeDay(dateIn(session.body.start, zone), today)} {clockTime(session.body.start, zone)}
                  <span className={styles.soft}>{session.body.clinician_name}</span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <p>
          <Link to="/member-dashboard/sessions" className={buttonClass()}>
            My sessions
          </Link>
        </p>
      </section>
    </div>
  );
}
