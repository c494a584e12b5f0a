import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import { useRecords } from '../../lib/use-records.ts';
import { chartIdOf } from '../clients/client-name.ts';
import { useClientNames } from '../clients/use-client-names.ts';
import type { Session } from './use-own-sessions.ts';

/** A session with what is said beside it. */
export interface NamedSession {
  readonly session: Session;
  readonly name: string;
  /** Null: whether there is one is not for who looks at this calendar. */
  readonly note: SeenRecord<Note> | null | undefined;
}

/** Sessions with the client's name and, in a calendar of one's own, the note; one of which either is not known yet comes later. */
export function useNamedSessions(sessions: readonly Session[], isShared: boolean): readonly NamedSession[] {
  const names = useClientNames(sessions.map(chartIdOf));
  const notes = useRecords(
    'note',
    (isShared ? [] : sessions).map(({ id }) => noteIdOf(id)),
  );
  return sessions.flatMap((session) => {
    const name = names.get(chartIdOf(session));
    const noteId = noteIdOf(session.id);
    if (name === undefined || !(isShared || notes.has(noteId))) return [];
    return [{ session, name, note: isShared ? null : notes.get(noteId) }];
  });
}
