import { betweenRange } from '../../../sync/core/index-key.ts';
import { noteIdOf, type Appointment } from '../../../sync/collections/appointment.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import type { SeenRecord } from '../../../sync/client/api.ts';
import { chartIdOf, clientName, type ClientCard } from '../../lib/client-name.ts';
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
  const loaded = useRange<Appointment>(
    sub === '' ? null : { collection: 'appointment', index: 'clinician_start', ...range },
  );
  const sessions = loaded.loading ? null : loaded.value;
  const cards = useRecords<ClientCard>('client_card', (sessions ?? []).map(chartIdOf));
  const notes = useRecords<Note>(
    'note',
    (sessions ?? []).map((session) => noteIdOf(session.id)),
  );
  return {
    sessions,
    zone,
    nameOf: (session) => clientName(cards.get(chartIdOf(session))?.body),
    noteOf: (session) => notes.get(noteIdOf(session.id)),
  };
}
