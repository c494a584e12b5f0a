import type { Answer } from '../../../../sync/collections/note-body.ts';
import type { NoteSchema } from '../../../../sync/domain/note-schema.ts';
import { isSameContent } from '../../../../sync/core/merge-field.ts';
import { systemClock } from '../../../../sync/web/system-ports.ts';
import { FieldSaver } from '../../../forms/field-saver.ts';
import type { OrchidClient } from '../../../lib/model.ts';
import { saidOf, thisDevice } from './this-device.ts';

/** Carries what is typed into one note to the device. */
export type NoteSaver = FieldSaver<Answer>;

export interface NoteSaverInput {
  readonly client: OrchidClient;
  readonly sub: string;
  readonly appointmentId: string;
  readonly authorName: string;
  /** The form that is filled in. */
  readonly schema: NoteSchema;
}

/** Another editor of the same note must not merge its edits into this one's: to it, ours is another version. */
function newEditorId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('');
}

/** A saver for one note. */
export function newNoteSaver({ client, sub, appointmentId, authorName, schema }: NoteSaverInput): NoteSaver {
  const editorId = newEditorId();
  return new FieldSaver<Answer>({
    clock: systemClock,
    empty: '',
    isSame: isSameContent,
    save: ({ field, value, base, keptAs }) =>
      client.mutate(
        'note.edit',
        {
          appointment_id: appointmentId,
          author_name: authorName,
          note_schema_id: schema.note_schema_id,
          note_schema_revision: schema.note_schema_revision,
          answers: { [field]: value },
          ...saidOf(thisDevice(client)),
        },
        {
          owner: sub,
          base: { [field]: base },
          coalesceKey: `note/${appointmentId}/${field}/${editorId}`,
          ...(keptAs === null ? {} : { replaces: keptAs }),
        },
      ),
  });
}
