import type { AccountRow } from '../store/account-calls.ts';

/** What an operator, or the configuration, has said of a professional; undefined where nothing was. */
export function isApproved({ profile }: Pick<AccountRow, 'profile'>): boolean | undefined {
  const said = profile['profile_approved_to_use_the_platform'];
  return typeof said === 'boolean' ? said : undefined;
}
