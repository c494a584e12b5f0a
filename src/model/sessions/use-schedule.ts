import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import type { SeenRecord } from '../../../sync/client/api.ts';
import { useRecords } from '../../lib/use-records.ts';
import { chartIdOf, clientName } from '../clients/client-name.ts';
import { useMe } from '../people/use-account.ts';
import { useCalendar, type Session } from './use-own-sessions.ts';

export interface Schedule {
  /** `null` until the replica has answered. */
  readonly sessions: readonly Session[] | null;
  readonly nameOf: (session: Session) => string;
  /** Null: whether there is one is not for who looks at this calendar. */
  readonly noteOf: (session: Session) => SeenRecord<Note> | null | undefined;
  /** Sessions of more than one clinician: they lie side by side. */
  readonly isShared: boolean;
  readonly zone: string;
}

/** The calendar of some days, with the clients' names and the notes. */
export function useSchedule(fromDate: string, days: number): Schedule {
  const { zone } = useMe();
  const { sessions: loaded, isShared } = useCalendar(fromDate, days);
  const found = loaded.loading ? [] : loaded.value;
  const cards = useRecords('client_card', found.map(chartIdOf));
  const notes = useRecords(
    'note',
    (isShared ? [] : found).map((session) => noteIdOf(session.id)),
  );
  // A session is shown with its name and its note, or a moment later: never with a placeholder for either.
  const told = found.filter(
    (session) => cards.has(chartIdOf(session)) && (isShared || notes.has(noteIdOf(session.id))),
  );
  const sessions = loaded.loading || (found.length > 0 && told.length === 0) ? null : told;
  return {
    sessions,
    zone,
    nameOf: (session) => clientName(cards.get(chartIdOf(session))?.body),
    isShared,
    noteOf: (session) => (isShared ? null : notes.get(noteIdOf(session.id))),
  };
}
