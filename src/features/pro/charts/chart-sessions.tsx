import { Link } from '@tanstack/react-router';
import { idOfScope } from '../../../../sync/collections/classes.ts';
import { useState } from 'react';
import { noteIdOf, type Appointment } from '../../../../sync/collections/appointment.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { noteState, sessionState } from '../../../model/sessions/session-words.ts';
import { zoneIfElsewhere } from '../../../lib/device-elsewhere.ts';
import { clockSpan, dateIn, longDay } from '../../../lib/time.ts';
import { useSub } from '../../../lib/client-context.ts';
import { useRange, useRecords } from '../../../lib/use-records.ts';
import { noteOffer } from '../../../model/notes/note-offer.ts';
import { plansSession, readsClinical, useKnownRoles } from '../../../model/people/use-roles.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { CancelSession } from '../../../model/sessions/cancel-session.tsx';
import styles from './chart-detail.module.css';

interface ChartSessionsProps {
  readonly scope: string;
  /** Whether somebody can be booked: not the archived, nor a sample. */
  readonly takesSessions: boolean;
  readonly zone: string;
  readonly now: string;
}

/** What is to come stands before the notes, so only its beginning does. */
const comingShown = 3;

/** Every session of the chart with its note, newest first, what is to come set apart. */
export function ChartSessions({ scope, takesSessions, zone, now }: ChartSessionsProps) {
  const loaded = useRange({
    collection: 'appointment',
    index: 'scope_start',
    ...prefixRange(scope),
    reverse: true,
  });
  const sessions = loaded.loading ? [] : loaded.value;
  const notes = useRecords(
    'note',
    sessions.map((session) => noteIdOf(session.id)),
  );
  const sub = useSub();
  const known = useKnownRoles(scope);
  const roles = known ?? [];
  const readsNotes = known !== null && readsClinical(known, true);
  const books = plansSession(roles, false);
  const [cancelling, setCancelling] = useState<string | null>(null);
  if (loaded.loading || (sessions.length > 0 && notes.size === 0)) return null;
  const coming = sessions.filter((session) => session.body.end > now).toReversed();
  const later = coming.slice(comingShown);
  // As it stands now: what it costs and when it is may have changed, and what was cancelled elsewhere is asked no longer.
  const asked = coming.find(({ id, body }) => id === cancelling && !statusFlags(body.status).cancelled);
  if (cancelling !== null && !asked) setCancelling(null);
  const past = sessions.filter((session) => session.body.end <= now);
  const elsewhere = zoneIfElsewhere(zone, now);
  const rowsOf = (some: readonly SeenRecord<Appointment>[]) =>
    some.map((session) => {
      const isOwn = session.body.clinician === sub;
      // Of a session that has just come nothing is said, and nothing offered, before it is known whether it has a note.
      const isRead = notes.has(noteIdOf(session.id));
      // Whether there is one tells also an offer: nobody but who reads it, and of one's own before roles are known.
      const seesNote = readsNotes || (known === null && isOwn);
      const note = seesNote ? notes.get(noteIdOf(session.id)) : undefined;
      return (
        <SessionLine
          key={session.id}
          session={session}
          note={isRead && readsNotes ? note : null}
          offer={isRead ? noteOffer(note?.body, roles, isOwn) : null}
          zone={zone}
          now={now}
          onCancel={plansSession(roles, isOwn) ? () => setCancelling(session.id) : null}
        />
      );
    });

  return (
    <>
      <section className={styles.section} aria-label="Upcoming sessions">
        <h2>Upcoming</h2>
        {elsewhere === null ? null : <p className={styles.none}>Times are in {elsewhere}.</p>}
        {books && takesSessions ? (
          <p>
            <Link to="/pro-dashboard/schedule/new" search={{ client: idOfScope(scope) }} className={buttonClass()}>
              Book a session
            </Link>
          </p>
        ) : null}
        {coming.length === 0 ? (
          <p className={styles.none}>No session planned.</p>
        ) : (
          <ul className={styles.lines}>{rowsOf(coming.slice(0, comingShown))}</ul>
        )}
        {later.length > 0 ? (
          <details className={styles.later}>
            <summary>{later.length === 1 ? '1 later session' : `${later.length} later sessions`}</summary>
            <ul className={styles.lines}>{rowsOf(later)}</ul>
          </details>
        ) : null}
      </section>
      <section className={styles.section} aria-label="Past sessions">
        <h2>{known === null || readsNotes ? 'Sessions and notes' : 'Past sessions'}</h2>
        {past.length === 0 ? (
          <EmptyState title="No sessions yet">Sessions that are over will be listed here.</EmptyState>
        ) : (
          <ul className={styles.lines}>{rowsOf(past)}</ul>
        )}
      </section>
      {asked ? <CancelSession session={asked} zone={zone} now={now} onClose={() => setCancelling(null)} /> : null}
    </>
  );
}

interface SessionLineProps {
  readonly session: SeenRecord<Appointment>;
  /** Null: whether there is one is not for who looks. */
  readonly note: SeenRecord<Note> | null | undefined;
  /** What is offered to do with the note. */
  readonly offer: ReturnType<typeof noteOffer>;
  readonly zone: string;
  readonly now: string;
  /** Null where this account may not cancel. */
  readonly onCancel: (() => void) | null;
}

function SessionLine({ session, note, offer, zone, now, onCancel }: SessionLineProps) {
  const { body } = session;
  const today = dateIn(now, zone);
  const state = sessionState(body, now);
  const written = noteState(note, body, now);
  const cancelled = statusFlags(body.status).cancelled;
  const over = body.end <= now;
  const laterDay = dateIn(body.start, zone) > today;
  return (
    <li className={styles.line} data-cancelled={cancelled ? '' : undefined}>
      <div className={styles.lineText}>
        <Link
          to="/pro-dashboard/schedule/$appointmentId"
          params={{ appointmentId: session.id }}
          search={{ date: dateIn(body.start, zone) }}
          className={styles.lineTitle}
        >
          {longDay(dateIn(body.start, zone), today)}, <span className={styles.span}>{clockSpan(body, zone)}</span>
        </Link>
        <p className={styles.lineFacts}>
          {body.appointment_type_label}
          {state && state.word !== 'Completed' ? (
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
      </div>
      <div className={styles.lineActions}>
        {offer === null || cancelled || (laterDay && !note) ? null : (
          <Link
            to="/pro-dashboard/sessions/$appointmentId/note"
            params={{ appointmentId: session.id }}
            className={buttonClass('quiet')}
          >
            {offer}
          </Link>
        )}
        {!over && !cancelled && onCancel ? (
          <Button tone="quiet" className={styles.cancel} onClick={onCancel}>
            Cancel session
          </Button>
        ) : null}
      </div>
    </li>
  );
}
