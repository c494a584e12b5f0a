import { betweenRange } from '../../../sync/core/index-key.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import type { SeenRecord } from '../../../sync/client/api.ts';
import { chartIdOf, clientName } from '../../lib/client-name.ts';
import { addDays, startOfDate } from '../../lib/time.ts';
import { useMe } from '../../lib/use-account.ts';
import { useRange, useRecords } from '../../lib/use-records.ts';
import type { Session } from './day-plan.ts';

export interface Schedule {
  /** `null` until the replica has answered. */
  readonly sessions: readonly Session[] | null;
  readonly nameOf: (session: Session) => string;
  readonly noteOf: (session: Session) => SeenRecord<Note> | undefined;
  readonly zone: string;
}

/** One's own sessions of some days, with the clients' names and the notes. */
export function useSchedule(fromDate: string, days: number): Schedule {
  const { sub, zone } = useMe();
  const range = betweenRange([sub], startOfDate(fromDate, zone), startOfDate(addDays(fromDate, days), zone));
  const loaded = useRange(sub === '' ? null : { collection: 'appointment', index: 'clinician_start', ...range });
  const found = loaded.loading ? [] : loaded.value;
  const cards = useRecords('client_card', found.map(chartIdOf));
  const notes = useRecords(
    'note',
    found.map((session) => noteIdOf(session.id)),
  );
  // A session is shown with its name and its note, or a moment later: never with a placeholder for either.
  const told = found.filter((session) => cards.has(chartIdOf(session)) && notes.has(noteIdOf(session.id)));
  const sessions = loaded.loading || (found.length > 0 && told.length === 0) ? null : told;
  return {
    sessions,
    zone,
    nameOf: (session) => clientName(cards.get(chartIdOf(session))?.body),
    noteOf: (session) => notes.get(noteIdOf(session.id)),
  };
}
