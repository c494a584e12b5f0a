import { Link } from '@tanstack/react-router';
import { MapPin, Video } from 'lucide-react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { noteOffer } from '../../../model/notes/note-offer.ts';
import { clockTime, duration, minutesBetween, zoneName, zonesDiffer } from '../../../lib/time.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useRoles } from '../../../model/people/use-roles.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { StatusWord } from '../../../ui/status-word.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { noteState, placeWord, sessionState } from '../../../model/sessions/session-words.ts';
import type { ScheduleView } from './views.ts';
import styles from './day-agenda.module.css';

interface SessionRowProps {
  readonly session: Session;
  readonly when: 'past' | 'now' | 'next' | 'later';
  readonly name: string;
  readonly note: SeenRecord<Note> | null | undefined;
  readonly zone: string;
  readonly now: string;
  readonly date: string;
  readonly open: boolean;
  /** How the days are looked at; absent: a day. */
  readonly view?: ScheduleView;
}

export function SessionRow({ session, when, name, note, zone, now, date, open, view }: SessionRowProps) {
  const { body } = session;
  const state = sessionState(body, now);
  const written = noteState(note, body, now);
  const cancelled = statusFlags(body.status).cancelled;
  const { sub } = useMe();
  const isOwn = body.clinician === sub;
  const large = when === 'now' || when === 'next';
  const roles = useRoles(large ? session.scope : null);
  const offer = noteOffer(note?.body, roles, isOwn);
  const Place = body.place === 'telehealth' ? Video : MapPin;

  return (
    <li
      className={classes(styles.row, large && styles.large, cancelled && styles.cancelled)}
      data-when={when}
      data-open={open ? '' : undefined}
    >
      <p className={styles.time}>
        <span className={styles.start}>{clockTime(body.start, zone)}</span>
        <span className={styles.end}>{clockTime(body.end, zone)}</span>
      </p>
      <div className={styles.what}>
        {large ? <p className={styles.kicker}>{kicker(when, body, now)}</p> : null}
        <h2 className={styles.name}>
          <Link
            to="/pro-dashboard/schedule/$appointmentId"
            params={{ appointmentId: session.id }}
            search={{ date, view }}
            data-session-link
            className={styles.open}
            resetScroll={false}
          >
            <PersonName name={name} />
          </Link>
        </h2>
        <p className={styles.facts}>
          {body.appointment_type_label}
          {body.sample ? <span>Sample</span> : null}
          {isOwn ? null : <PersonName name={body.clinician_name} />}
          <span className={styles.place}>
            <Place size={14} aria-hidden />
            {placeWord[body.place]}
          </span>
          {zonesDiffer(body.zone, zone, body.start) ? (
            <span>
              {clockTime(body.start, body.zone)} {zoneName(body.zone)}
            </span>
          ) : null}
        </p>
        {state || written || session.pending ? (
          <p className={styles.states}>
            {state && !(written && state.word === 'Completed') ? (
              <StatusWord tone={state.tone} icon={state.icon}>
                {state.word}
              </StatusWord>
            ) : null}
            {written ? (
              <StatusWord tone={written.tone} icon={written.icon}>
                {written.word}
              </StatusWord>
            ) : null}
          </p>
        ) : null}
        {large && offer !== null ? (
          <div className={styles.actions}>
            <Link
              to="/pro-dashboard/sessions/$appointmentId/note"
              params={{ appointmentId: session.id }}
              className={buttonClass('primary')}
            >
              {offer}
            </Link>
          </div>
        ) : null}
      </div>
    </li>
  );
}

function kicker(when: 'now' | 'next' | 'past' | 'later', body: Session['body'], now: string): string {
  if (when === 'now') return `Now, ${duration(minutesBetween(now, body.end))} left`;
  return `Next, in ${duration(Math.max(1, minutesBetween(now, body.start)))}`;
}
