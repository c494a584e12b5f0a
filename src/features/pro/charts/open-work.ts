import type { SeenRecord } from '../../../../sync/client/api.ts';
import { noteIdOf, type Appointment } from '../../../../sync/collections/appointment.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { isCompleted, statusFlags } from '../../../../sync/domain/appointment-status.ts';

type Session = SeenRecord<Appointment>;

/** What is still open in a chart. */
export interface OpenWork {
  /** Sessions that are to come or under way, and not cancelled, the next one first. */
  readonly coming: readonly Session[];
  /** Sessions whose note is begun and not signed, or owed, the oldest first. */
  readonly unsigned: readonly Session[];
}

/** Looks through a chart's sessions and their notes; `notes` has none where they are not for who looks. */
export function openWork(
  sessions: readonly Session[],
  notes: ReadonlyMap<string, SeenRecord<Note> | undefined>,
  now: string,
): OpenWork {
  const live = sessions
    .filter(({ body }) => !statusFlags(body.status).cancelled)
    .toSorted((one, other) => (one.body.start < other.body.start ? -1 : 1));
  return {
    coming: live.filter(({ body }) => body.end > now),
    unsigned: live.filter((session) => {
      const note = notes.get(noteIdOf(session.id));
      if (note?.body.signed || note?.body.archived) return false;
      return note !== undefined || isCompleted(session.body, now);
    }),
  };
}
