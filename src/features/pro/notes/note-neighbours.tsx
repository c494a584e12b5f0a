import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { indexKey, prefixRange } from '../../../../sync/core/index-key.ts';
import { dateIn, dayMonthShort } from '../../../lib/time.ts';
import { useRange, type Loaded } from '../../../lib/use-records.ts';
import styles from './note-neighbours.module.css';

interface NoteNeighboursProps {
  readonly scope: string;
  /** Of the open note, or of the session that has none yet. */
  readonly sessionStart: string;
  readonly zone: string;
}

/** Archived notes are passed over; more than this many in a row are not to be expected. */
const lookedAt = 4;

/** The note before and the note after this one, of the same client. */
export function NoteNeighbours({ scope, sessionStart, zone }: NoteNeighboursProps) {
  const here = indexKey(scope, sessionStart);
  const all = prefixRange(scope);
  const index = { collection: 'note', index: 'scope_session', limit: lookedAt } as const;
  const before = first(useRange({ ...index, from: all.from, to: here, reverse: true }));
  // The first key after this note's own.
  const after = first(useRange({ ...index, from: `${here}|`, to: all.to }));
  if (!before && !after) return null;
  return (
    <nav aria-label="Notes of this client" className={styles.neighbours}>
      {before ? (
        <NoteLink note={before} label="Previous note">
          <ArrowLeft size={16} aria-hidden />
          <span>{dayMonthShort(dateIn(before.body.session_start, zone))}</span>
        </NoteLink>
      ) : null}
      {after ? (
        <NoteLink note={after} label="Next note">
          <span>{dayMonthShort(dateIn(after.body.session_start, zone))}</span>
          <ArrowRight size={16} aria-hidden />
        </NoteLink>
      ) : null}
    </nav>
  );
}

function first(loaded: Loaded<readonly SeenRecord<Note>[]>): SeenRecord<Note> | undefined {
  return loaded.loading ? undefined : loaded.value.find((note) => note.body.archived === undefined);
}

interface NoteLinkProps {
  readonly note: SeenRecord<Note>;
  readonly label: string;
  readonly children: ReactNode;
}

function NoteLink({ note, label, children }: NoteLinkProps) {
  return (
    <Link
      to="/pro-dashboard/sessions/$appointmentId/note"
      params={{ appointmentId: note.body.appointment_id }}
      className={styles.link}
      title={label}
    >
      <span className="visually-hidden">{label}, </span>
      {children}
    </Link>
  );
}
