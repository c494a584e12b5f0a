import { classes } from '../../sync/collections/classes.ts';
import { membershipId, type Membership } from '../../sync/collections/membership.ts';
import type { GeneratedAccount, GeneratedRecord } from './practice-types.ts';

/** A role of an account in a scope, since `from`. */
export function membershipRecord(
  scope: string,
  account: Pick<GeneratedAccount, 'sub' | 'display_name'>,
  { role, from, access = 'own' }: Pick<Membership, 'role' | 'from'> & Partial<Pick<Membership, 'access'>>,
): GeneratedRecord {
  const body: Membership = { account: account.sub, account_name: account.display_name, role, from, access };
  const id = membershipId(scope, account.sub, role);
  return { collection: 'membership', id, scope, cls: classes.access, body, fields: ['ended'] };
}
