import type { NoteSchema } from './note-schema.ts';
import { soapNote } from './soap-note.ts';

/** Which form a note is written on. */
export interface NoteForm {
  readonly note_schema_id: string;
  readonly note_schema_revision: number;
}

/** Every revision of every form that this build knows. A revision that was ever published stays here: notes are written on it. */
export const noteSchemas: readonly NoteSchema[] = [soapNote];

/** The form that a new note begins on. */
export const newNoteSchema = soapNote;

/** The form of this id and revision; undefined where a newer build wrote it. `among`: the forms that are known. */
export function noteSchemaOf(form: NoteForm, among: readonly NoteSchema[] = noteSchemas): NoteSchema | undefined {
  return among.find(
    (known) => known.note_schema_id === form.note_schema_id && known.note_schema_revision === form.note_schema_revision,
  );
}
