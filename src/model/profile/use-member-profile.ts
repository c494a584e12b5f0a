import type { MemberProfile } from '../../../sync/collections/member-profile.ts';
import { useSub } from '../../lib/client-context.ts';
import { useIsDamaged, useRecord } from '../../lib/use-records.ts';
import { useAccountRecord } from '../people/use-account.ts';

export interface KnownMember {
  readonly name: { readonly first_name: string; readonly last_name: string };
  readonly profile: MemberProfile | undefined;
}

/** Who is signed in, as they said it themselves; null until it has been read. */
export function useMemberProfile(): KnownMember | null {
  const sub = useSub();
  const account = useAccountRecord();
  const profile = useRecord('member_profile', sub || null);
  if (account.loading || profile.loading || !account.value) return null;
  return { name: account.value.body, profile: profile.value?.body };
}

/** Whether what the member said came damaged, and is being fetched again. */
export function useIsProfileDamaged(): boolean {
  return useIsDamaged('member_profile', useSub());
}

/** [C-353] Whether signing up is still to be finished; null until that is known. Who was there before there was such a profile has. */
export function useIsUnfinished(): boolean | null {
  const sub = useSub();
  const profile = useRecord('member_profile', sub || null);
  return profile.loading ? null : profile.value?.body.signup_form_finished === false;
}

/** Whether the account came with an invite: what it was invited to is not to be hidden behind a form. */
export function useIsInvited(): boolean {
  const sub = useSub();
  const profile = useRecord('member_profile', sub || null);
  return !profile.loading && profile.value?.body.invited === true;
}
