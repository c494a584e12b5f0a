import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Answer, Note } from '../../../sync/collections/note-body.ts';
import { answerElements } from '../../../sync/domain/note-schema.ts';
import { noteSchemaOf } from '../../../sync/domain/note-schemas.ts';

/** What somebody has written into the note of a sample. */
export interface WrittenNote {
  readonly appointmentId: string;
  readonly sessionStart: string;
  readonly note: SeenRecord<Note>;
  /** By field, with what the form calls it. */
  readonly parts: readonly { readonly field: string; readonly label: string; readonly answer: Answer }[];
}

/**
 * Parts of sample notes that a person has written: what the samples began with says that it was written as they were made (`made`), in
 * one moment. A note that a person began is theirs from the first word.
 */
export function writtenInto(notes: readonly SeenRecord<Note>[], made: string): readonly WrittenNote[] {
  return notes.flatMap((note): WrittenNote[] => {
    const { body } = note;
    const schema = noteSchemaOf(body);
    const labels = new Map((schema ? answerElements(schema) : []).map(({ field, label }) => [field, label]));
    const parts = Object.entries(body.answers).flatMap(([field, answer]) =>
      body.written[field]?.at === made ? [] : [{ field, label: labels.get(field) ?? field, answer }],
    );
    const { appointment_id: appointmentId, session_start: sessionStart } = body;
    return parts.length > 0 ? [{ appointmentId, sessionStart, note, parts }] : [];
  });
}
