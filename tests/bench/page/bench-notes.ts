import { rangeSeen } from '../../../sync/client/read/reads.ts';
import type { Replica } from '../../../sync/client/replica/replica.ts';
import type { Json } from '../../../sync/core/record.ts';

/** Sessions that are still to come: nobody has begun their notes. */
export async function futureSessions(replica: Replica, count: number): Promise<readonly string[]> {
  const now = new Date().toISOString();
  const found = await rangeSeen(replica, {
    collection: 'appointment',
    index: 'start',
    from: now,
    to: '~',
    limit: count,
  });
  if (found.length < count) throw new Error(`only ${found.length} sessions ahead`);
  return found.map((record) => record.id);
}

const sentences =
  'Reports sleeping better since Monday; the first morning at work was the hardest, and the walk at noon helped. ';

/** Arguments of a `note.edit` of about 400 characters in one field. */
export function noteArgs(appointmentId: string, turn: number): Json {
  return {
    appointment_id: appointmentId,
    author_name: 'Dr. Maya Lindqvist',
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers: { subjective: `${sentences.repeat(4).slice(0, 390)} ${String(turn).padStart(6, '0')}` },
  };
}
