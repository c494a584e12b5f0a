import { practiceScope } from '../../../sync/collections/classes.ts';
import { prefixRange } from '../../../sync/core/index-key.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { useRange } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';

export type Office = SeenRecordOf<'office_location'>;

/** Where a clinician of one's practice sees people in person, her usual office first; null until the replica has answered. */
export function useOffices(clinician: string): readonly Office[] | null {
  const { practiceId } = useMe();
  const rows = useRange(
    practiceId === ''
      ? null
      : { collection: 'office_location', index: 'practice', ...prefixRange(practiceScope(practiceId)) },
  );
  if (practiceId === '') return [];
  if (rows.loading) return null;
  return rows.value
    .filter(({ body }) => body.orchid_pro_user_id === clinician && body.session_location_type === 'in-person')
    .toSorted((one, other) => Number(other.body.is_default) - Number(one.body.is_default));
}

/** Which office is meant: the one that was chosen, else the one that holds already, else the usual one; null of who has none. Pure. */
export function officeMeant(
  chosen: string,
  offices: readonly Pick<Office, 'id'>[],
  held: string | null = null,
): string | null {
  const has = (id: string | null): boolean => offices.some((one) => one.id === id);
  return has(chosen) ? chosen : has(held) ? held : (offices[0]?.id ?? null);
}
