import type { Note } from '../../../sync/collections/note-body.ts';
import type { Instant } from '../../../sync/core/record.ts';
import { answerElements } from '../../../sync/domain/note-schema.ts';
import { noteSchemaOf } from '../../../sync/domain/note-schemas.ts';

/** Words of an earlier note. */
export interface Said {
  readonly text: string;
  readonly appointmentId: string;
  readonly sessionStart: Instant;
  readonly isSigned: boolean;
}

export interface LastSaid {
  readonly plan: Said | null;
  readonly risk: Said | null;
  /** The newest word on risk is more than low. */
  readonly isRiskOpen: boolean;
}

/** What says that nothing more than attention is asked for. */
const calmRisks: ReadonlySet<string> = new Set(['No indication', 'Low']);

export interface PlacedBy {
  /** Of the session that is prepared: its own note is no earlier one. */
  readonly appointmentId: string;
  readonly start: Instant;
  /** When each session that is held on this device begins, by its id. */
  readonly starts: ReadonlyMap<string, Instant>;
}

/**
 * The notes of the sessions before one, each at the time of its session: a note keeps the time at which it was begun, and a session may
 * have been moved since. Where the session is not known here, that time counts. Pure.
 */
export function notesBefore(notes: readonly Note[], { appointmentId, start, starts }: PlacedBy): readonly Note[] {
  return notes
    .filter((note) => note.appointment_id !== appointmentId)
    .map((note) => ({ ...note, session_start: starts.get(note.appointment_id) ?? note.session_start }))
    .filter((note) => note.session_start < start);
}

/**
 * What the notes of a chart said last before a session: the plan, and whether somebody is at risk. A note that says nothing of either
 * does not hide an earlier one that does; notes of cancelled sessions count for nothing. Pure.
 */
export function lastSaid(notes: readonly Note[], before: Instant): LastSaid {
  const earlier = notes
    .filter((note) => note.session_start < before && note.archived === undefined)
    .toSorted((one, other) => (one.session_start < other.session_start ? 1 : -1));
  const newest = (textOf: (note: Note) => string): Said | null => {
    const note = earlier.find((one) => textOf(one) !== '');
    if (!note) return null;
    const { appointment_id, session_start, signed } = note;
    return {
      text: textOf(note),
      appointmentId: appointment_id,
      sessionStart: session_start,
      isSigned: signed !== undefined,
    };
  };
  const risk = newest(riskIn);
  return {
    plan: newest((note) => answerIn(note, 'plan')),
    risk,
    isRiskOpen: risk !== null && !calmRisks.has(risk.text),
  };
}

function riskIn(note: Note): string {
  const schema = noteSchemaOf(note);
  // Of a form that only a newer build knows: as the one that is known calls it.
  const field = schema && answerElements(schema).find((one) => one.type === 'radios' && one.asksRisk === true)?.field;
  return answerIn(note, field ?? 'risk');
}

function answerIn(note: Note, field: string): string {
  const answer = note.answers[field];
  return typeof answer === 'string' ? answer.trim() : '';
}
