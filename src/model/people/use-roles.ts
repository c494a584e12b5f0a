import { isFormer, membershipsIn, type Membership } from '../../../sync/collections/membership.ts';
import { useSub } from '../../lib/client-context.ts';
import { dateIn } from '../../lib/time.ts';
import { useMe } from './use-account.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRange } from '../../lib/use-records.ts';

/** The roles that this account has in a scope now; none until the replica has answered. */
export function useRoles(scope: string | null): readonly Membership['role'][] {
  const sub = useSub();
  const { zone } = useMe();
  const today = dateIn(useNow(), zone);
  const own = useRange(scope === null || sub === '' ? null : membershipsIn(sub, scope));
  return own.loading ? [] : own.value.flatMap((member) => (isFormer(member, today) ? [] : [member.body.role]));
}

/** Whether who has these roles cancels and restores sessions. */
export function plansSessions(roles: readonly string[]): boolean {
  return roles.includes('treating') || roles.includes('scheduler');
}
