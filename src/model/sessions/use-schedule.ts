import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import type { SeenRecord } from '../../../sync/client/api.ts';
import { useRecords } from '../../lib/use-records.ts';
import { chartIdOf } from '../clients/client-name.ts';
import { useClientNames } from '../clients/use-client-names.ts';
import { useMe } from '../people/use-account.ts';
import { useClinicians, type Clinicians } from '../people/use-clinicians.ts';
import { useCalendar, type Session } from './use-own-sessions.ts';

export interface Schedule {
  /** `null` until the replica has answered. */
  readonly sessions: readonly Session[] | null;
  readonly nameOf: (session: Session) => string;
  /** Null: whether there is one is not for who looks at this calendar. */
  readonly noteOf: (session: Session) => SeenRecord<Note> | null | undefined;
  /** Sessions of more than one clinician: they lie side by side. */
  readonly isShared: boolean;
  /** Of a shared calendar: whose sessions can be chosen, and who was; null otherwise, and until it is known. */
  readonly clinicians: Clinicians | null;
  /** The same days with the sessions of everybody, chosen or not. */
  readonly everybodys: readonly Session[];
  readonly zone: string;
}

/** The calendar of some days, with the clients' names and the notes; of a shared one, what those hold who were chosen. */
export function useSchedule(fromDate: string, days: number): Schedule {
  const { zone } = useMe();
  const { sessions: loaded, isShared } = useCalendar(fromDate, days);
  const asked = useClinicians(isShared);
  const clinicians = isShared && !asked.loading ? asked.value : null;
  const chosen = clinicians?.chosen ?? [];
  const everybodys = loaded.loading ? [] : loaded.value;
  // Before it is known who was chosen nobody's sessions flash up.
  const isOpening = loaded.loading || (isShared && asked.loading);
  const found = isOpening
    ? []
    : everybodys.filter(({ body }) => chosen.length === 0 || chosen.includes(body.clinician));
  const names = useClientNames(found.map(chartIdOf));
  const notes = useRecords(
    'note',
    (isShared ? [] : found).map((session) => noteIdOf(session.id)),
  );
  // A session is shown with its name and its note, or a moment later: never with a placeholder for either.
  const told = found.filter(
    (session) => names.has(chartIdOf(session)) && (isShared || notes.has(noteIdOf(session.id))),
  );
  const sessions = isOpening || (found.length > 0 && told.length === 0) ? null : told;
  return {
    sessions,
    zone,
    nameOf: (session) => names.get(chartIdOf(session)) ?? 'Client',
    isShared,
    clinicians,
    everybodys,
    noteOf: (session) => (isShared ? null : notes.get(noteIdOf(session.id))),
  };
}
