import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import { isCompleted } from '../../../sync/domain/appointment-status.ts';
import { chartIdOf } from '../clients/client-name.ts';

/** A session that is over and whose note is not signed. */
export interface OwedNote {
  readonly appointmentId: string;
  readonly chartId: string;
  readonly sessionStart: string;
  readonly state: 'not-begun' | 'not-signed' | 'two-versions';
}

/** What the device holds of one person's work. */
export interface OwedFrom {
  /** Whose notes are asked for. */
  readonly sub: string;
  readonly now: string;
  /** Those of one's own sessions of some time back that have no note, signed or not. */
  readonly unnoted: readonly SeenRecord<Appointment>[];
  /** Every note that is begun and not signed, however old. */
  readonly begun: readonly SeenRecord<Note>[];
  /** The sessions of those, as far as they are here. */
  readonly sessionOf: (appointmentId: string) => Appointment | undefined;
}

/**
 * What a clinician still owes, oldest session first: begun and not signed, or not begun at all. A session that still runs,
 * was cancelled or did not take place owes nothing. A begun note whose session is not here stays in the list: nothing that
 * was written may drop out of sight.
 */
export function owedNotes({ sub, now, unnoted, begun, sessionOf }: OwedFrom): readonly OwedNote[] {
  const started = begun.flatMap((note): OwedNote[] => {
    const session = sessionOf(note.body.appointment_id);
    const isMine = note.body.author === sub || session?.clinician === sub;
    if (!isMine || (session ? !isCompleted(session, now) : note.body.session_start > now)) return [];
    return [
      {
        appointmentId: note.body.appointment_id,
        chartId: chartIdOf(note),
        sessionStart: session?.start ?? note.body.session_start,
        state: note.body.others.length > 0 ? 'two-versions' : 'not-signed',
      },
    ];
  });
  const inList = new Set(started.map((note) => note.appointmentId));
  const unwritten = unnoted.flatMap((session): OwedNote[] =>
    // [SD-1] Nobody owes the note of a sample.
    !session.body.sample && isCompleted(session.body, now) && !inList.has(session.id)
      ? [
          {
            appointmentId: session.id,
            chartId: chartIdOf(session),
            sessionStart: session.body.start,
            state: 'not-begun',
          },
        ]
      : [],
  );
  return [...started, ...unwritten].toSorted((one, other) =>
    one.sessionStart < other.sessionStart ? -1 : one.sessionStart > other.sessionStart ? 1 : 0,
  );
}
