import { practiceScope } from '../../../sync/collections/classes.ts';
import { prefixRange } from '../../../sync/core/index-key.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { useRange } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';

export type SessionType = SeenRecordOf<'appointment_type'>;

/** What a clinician of one's practice offers, by name; null until the replica has answered. */
export function useSessionTypes(clinician: string): readonly SessionType[] | null {
  const { practiceId } = useMe();
  const rows = useRange(
    practiceId === ''
      ? null
      : { collection: 'appointment_type', index: 'practice', ...prefixRange(practiceScope(practiceId)) },
  );
  if (practiceId === '') return [];
  if (rows.loading) return null;
  return rows.value
    .filter(({ body }) => body.orchid_pro_user_id === clinician)
    .toSorted((one, other) => one.body.label.localeCompare(other.body.label) || (one.id < other.id ? -1 : 1));
}
