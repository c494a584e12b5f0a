import type { OrchidClient } from '../../lib/model.ts';
import type { WrittenNote } from './written-into.ts';

/**
 * [SD-2] Writes what stands in a sample's note into the note of a real session, as typed by somebody who saw nothing there: a text that is
 * in the same part already is kept beside it, and a person chooses. Answers why it did not work; null: it did.
 */
export async function moveWritten(
  client: Pick<OrchidClient, 'mutate'>,
  { note, parts }: WrittenNote,
  to: { readonly appointmentId: string; readonly authorName: string },
): Promise<string | null> {
  const { note_schema_id, note_schema_revision } = note.body;
  const result = await client.mutate(
    'note.edit',
    {
      appointment_id: to.appointmentId,
      author_name: to.authorName,
      note_schema_id,
      note_schema_revision,
      answers: Object.fromEntries(parts.map(({ field, answer }) => [field, answer])),
    },
    { base: {} },
  );
  return result.kind === 'saved' ? null : result.message;
}
