import { Link } from '@tanstack/react-router';
import { duration, minutesBetween, relativeTime, zoneName, zonePlace } from '../../lib/time.ts';
import { useMe } from '../../model/people/use-account.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSessionOffices } from '../../model/sessions/session-office.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OfficePlace } from './office-place.tsx';
import { practiceTime } from './practice-time.ts';
import { JoiningStep } from './joining.tsx';
import { useJoining, useMemberSessions } from './use-sessions.ts';
import styles from './member.module.css';

/** One sentence: when by the member's own clock, and with whom. Nothing clinical where a stranger may glance. */
export function MemberHome() {
  const { zone } = useMe();
  const now = useNow();
  const sessions = useMemberSessions();
  const joining = useJoining();
  const offices = useSessionOffices(sessions?.on.slice(0, 1) ?? []);
  if (sessions === null || joining === null) {
    return (
      <div className={styles.page}>
        <Skeleton lines={3} />
      </div>
    );
  }
  const [next, ...later] = sessions.on;
  const others = later.slice(0, 3);
  const there = next ? practiceTime(next.body, zone, now) : null;
  const office = next && offices.get(next.id);
  return (
    <div className={styles.page}>
      {joining.map((one) => (
        <JoiningStep key={one.id} joining={one} />
      ))}
      {next ? (
        <section className={styles.hero} aria-label="Next session">
          <p className={styles.kicker}>{next.body.start <= now ? 'Your session has begun' : 'Your next session'}</p>
          <h1 className={styles.sentence}>
            {relativeTime(next.body.start, zone, now)} with <PersonName name={next.body.clinician_name} />
          </h1>
          <p className={styles.zone}>
            {there === null ? zoneName(zone) : `Your time (${zonePlace(zone)})`}
            {next.body.start > now && minutesBetween(now, next.body.start) < 12 * 60
              ? `, in ${duration(minutesBetween(now, next.body.start))}`
              : ''}
          </p>
          {there === null ? null : <p className={styles.there}>{there}</p>}
          <p className={styles.place}>
            {next.body.place === 'telehealth'
              ? 'It takes place by video. You cannot join from here yet; please use the link that your clinician gave you.'
              : office
                ? 'It takes place in person, here:'
                : 'It takes place in person, at the usual place.'}
          </p>
          {office ? <OfficePlace office={office} /> : null}
        </section>
      ) : joining.length > 0 ? null : (
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
              {others.map(({ id, body }) => {
                const thereToo = practiceTime(body, zone, now);
                return (
                  <li key={id} className={styles.item}>
                    <div>
                      {relativeTime(body.start, zone, now)}
                      {thereToo === null ? null : <p className={styles.there}>{thereToo}</p>}
                    </div>
                    <span className={styles.soft}>
                      <PersonName name={body.clinician_name} />
                    </span>
                  </li>
                );
              })}
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
