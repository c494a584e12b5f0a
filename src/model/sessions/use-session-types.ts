import { practiceScope } from '../../../sync/collections/classes.ts';
import { prefixRange } from '../../../sync/core/index-key.ts';
import { isTypeShown } from '../../../sync/domain/ai-labels.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { useRange } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';

export type SessionType = SeenRecordOf<'appointment_type'>;

/** No record on the device says yet which plan somebody has: under a plan that is not known AI sessions are hidden. */
const planType = null;

/** [C-536] What a clinician of one's practice offers and the plan shows, by name; null until the replica has answered. */
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
    .filter(({ body }) => body.orchid_pro_user_id === clinician && isTypeShown(body.label, planType))
    .toSorted((one, other) => one.body.label.localeCompare(other.body.label) || (one.id < other.id ? -1 : 1));
}
