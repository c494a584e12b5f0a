import { noteSchemas } from '../../../sync/domain/note-schemas.ts';
import type { NoteSchema } from '../../../sync/domain/note-schema.ts';
import type { OrchidClient } from '../../lib/model.ts';

/** [S-253] The form that the notes of samples are written on. */
const formTitle = 'SOAP Note';

interface SeedPorts {
  readonly client: Pick<OrchidClient, 'mutate'>;
  /** Told what went wrong, for support: without a word about anybody. */
  readonly report: (error: Error) => void;
  /** The forms that this build knows. */
  readonly forms?: readonly NoteSchema[];
}

/**
 * [S-243, S-250 to S-254] Makes somebody to look around with, once for good; works without a network. [S-246, S-383 to S-385] Where it fails
 * nobody is held up: it is reported, and the way goes on.
 */
export async function seedSample({ client, report, forms = noteSchemas }: SeedPorts): Promise<void> {
  // [S-359]
  const form = forms.filter(({ kind }) => kind === 'note').find(({ title }) => title === formTitle);
  if (!form) return report(new Error('SOAP Note schema not found'));
  const { note_schema_id, note_schema_revision } = form;
  try {
    const result = await client.mutate('sample.seed', { note_schema_id, note_schema_revision });
    if (result.kind === 'saved') return undefined;
    // Its arguments are right: what is wrong is the zone that the times are made of.
    const isOfTime = result.kind === 'rejected' && result.code === 'invalid_arguments';
    return report(new Error(isOfTime ? 'Failed to create all sessions' : 'Failed to create patient'));
  } catch {
    return report(new Error('Failed to create patient'));
  }
}
