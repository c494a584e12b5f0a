import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { Note } from '../../../../sync/collections/note-body.ts';
import type { Instant } from '../../../../sync/core/record.ts';
import { dateIn, longDay } from '../../../lib/time.ts';
import { StatusWord } from '../../../ui/status-word.tsx';
import { lastSaid, type Said } from '../../../model/notes/last-said.ts';
import styles from './before.module.css';

interface BeforeNotesProps {
  /** Of sessions of the chart that began before. */
  readonly notes: readonly Note[];
  readonly start: Instant;
  /** Who looks. */
  readonly sub: string;
  readonly zone: string;
  readonly today: string;
}

/** What earlier notes say that matters now, and which of them are not signed yet. */
export function BeforeNotes({ notes, start, sub, zone, today }: BeforeNotesProps) {
  const { plan, risk, isRiskOpen } = lastSaid(notes, start);
  const owed = notes.filter((note) => !note.signed && !note.archived && !note.sample && note.author === sub);
  const whenOf = (said: Said): string => longDay(dateIn(said.sessionStart, zone), today);
  return (
    <>
      <section className={styles.section} aria-label="Risk">
        <h2>Risk</h2>
        {risk === null ? (
          <p className={styles.soft}>No note says anything about it.</p>
        ) : (
          <p>
            {isRiskOpen ? (
              <StatusWord tone="need" icon={TriangleAlert}>
                {risk.text}
              </StatusWord>
            ) : (
              risk.text
            )}{' '}
            <From said={risk} when={whenOf(risk)} />
          </p>
        )}
      </section>
      <section className={styles.section} aria-label="Last plan">
        <h2>Last plan</h2>
        {plan === null ? (
          <p className={styles.soft}>No earlier note has a plan.</p>
        ) : (
          <>
            <p className={styles.plan}>{plan.text}</p>
            <p>
              <From said={plan} when={whenOf(plan)} />
            </p>
          </>
        )}
      </section>
      {owed.length === 0 ? null : (
        <section className={styles.section} aria-label="Not signed yet">
          <h2>Not signed yet</h2>
          <ul className={styles.lines}>
            {owed.map((note) => (
              <li key={note.appointment_id}>
                <Link to="/pro-dashboard/sessions/$appointmentId/note" params={{ appointmentId: note.appointment_id }}>
                  Note of {longDay(dateIn(note.session_start, zone), today)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function From({ said, when }: { readonly said: Said; readonly when: string }) {
  return (
    <Link
      to="/pro-dashboard/sessions/$appointmentId/note"
      params={{ appointmentId: said.appointmentId }}
      className={styles.from}
    >
      {said.isSigned ? when : `${when}, not signed`}
    </Link>
  );
}
