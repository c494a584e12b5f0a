import { Clock3, MapPin, Video } from 'lucide-react';
import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { statusFlags } from '../../../sync/domain/appointment-status.ts';
import { priceWords } from '../../model/sessions/plan-words.ts';
import { SeriesSaid } from '../../model/sessions/series-said.tsx';
import { useSessionOffices } from '../../model/sessions/session-office.ts';
import { placeWord, sessionState } from '../../model/sessions/session-words.ts';
import { clockSpan, dateIn, relativeDay, longDay, zoneName } from '../../lib/time.ts';
import { useMe } from '../../model/people/use-account.ts';
import { useNow } from '../../lib/use-now.ts';
import { PersonName } from '../../ui/person-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import { OfficePlace } from './office-place.tsx';
import { OwnSessionActions } from './own-session-actions.tsx';
import { practiceTime } from './practice-time.ts';
import { useMemberSessions } from './use-sessions.ts';
import styles from './member.module.css';

/** [C-169] Every session by the member's own clock, and by the practice's where that is another one. */
export function MemberSessions() {
  const { zone } = useMe();
  const now = useNow();
  const sessions = useMemberSessions();
  const all = sessions === null ? [] : [...sessions.coming, ...sessions.past];
  const isElsewhere = all.some(({ body }) => practiceTime(body, zone, now) !== null);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>My sessions</h1>
        <p className={styles.soft}>
          Times are in {zoneName(zone)}
          {isElsewhere ? ', your own. Where the practice’s clock shows another, its time is given too.' : '.'}
        </p>
      </header>
      {sessions === null ? (
        <Skeleton lines={5} />
      ) : (
        <>
          <section className={styles.after} aria-label="Upcoming">
            <h2>Upcoming</h2>
            {sessions.coming.length === 0 ? (
              <p className={styles.soft}>
                No session is planned. When your clinician books one, you will see it here, with or without a
                connection.
              </p>
            ) : (
              <SessionList sessions={sessions.coming} zone={zone} />
            )}
          </section>
          <section className={styles.after} aria-label="Past">
            <h2>Past</h2>
            {sessions.past.length === 0 ? (
              <p className={styles.soft}>Sessions move here when they are over.</p>
            ) : (
              <SessionList sessions={sessions.past} zone={zone} />
            )}
          </section>
        </>
      )}
    </div>
  );
}

function SessionList({
  sessions,
  zone,
}: {
  readonly sessions: readonly SeenRecord<Appointment>[];
  readonly zone: string;
}) {
  const now = useNow();
  const today = dateIn(now, zone);
  const offices = useSessionOffices(sessions.filter(({ body }) => isToCome(body, now)));
  return (
    <ul className={styles.list}>
      {sessions.map((session) => {
        const { id, body } = session;
        const state = sessionState(body, now);
        const date = dateIn(body.start, zone);
        const there = practiceTime(body, zone, now);
        const office = offices.get(id);
        const Place = body.place === 'telehealth' ? Video : MapPin;
        return (
          <li key={id} className={styles.session} data-cancelled={statusFlags(body.status).cancelled ? '' : undefined}>
            <p className={styles.when}>
              {body.end > now ? relativeDay(date, today) : longDay(date, today)}, {clockSpan(body, zone)}
            </p>
            {there === null ? null : <p className={styles.there}>{there}</p>}
            {opensSeries(session, sessions) && body.end > now ? (
              <SeriesSaid session={session} className={styles.soft} />
            ) : null}
            <p className={styles.facts}>
              <PersonName name={body.clinician_name} />
              <span className={styles.inline}>
                <Place size={14} aria-hidden />
                {placeWord[body.place]}
              </span>
              {state ? (
                <StatusWord tone={state.tone} icon={state.icon}>
                  {state.word}
                </StatusWord>
              ) : null}
              {session.pending ? (
                <StatusWord tone="wait" icon={Clock3}>
                  Not yet with your clinician
                </StatusWord>
              ) : null}
            </p>
            {body.late_fee && body.late_fee.state !== 'waived' && body.late_fee.state !== 'in_time' ? (
              <p className={styles.soft}>
                {body.late_fee.state === 'owed' ? 'Late fee' : 'Your clinician may ask a late fee of you'}:{' '}
                {priceWords(body.late_fee.cents)}
              </p>
            ) : null}
            {office ? <OfficePlace office={office} /> : null}
            <OwnSessionActions {...{ session, zone, now }} />
          </li>
        );
      })}
    </ul>
  );
}

/** Nobody goes to one that is over or cancelled. */
function isToCome({ status, end }: Appointment, now: string): boolean {
  return end > now && !statusFlags(status).cancelled;
}

/** Of a series the first that is listed says how it goes on: the others need not repeat it. */
function opensSeries({ id, body }: SeenRecord<Appointment>, sessions: readonly SeenRecord<Appointment>[]): boolean {
  const { series } = body;
  return series !== undefined && sessions.find((one) => one.body.series?.id === series.id)?.id === id;
}
