import type { Facts, LoadRequest } from '../core/facts.ts';
import { account } from './account.ts';
import { memberProfile } from './member-profile.ts';
import { saidIn, type Said } from './person-proposal.ts';

/** What an account says of itself: its name, and the rest in the member's profile. */
export function saidLoads(sub: string): readonly LoadRequest[] {
  return [
    { kind: 'get', collection: 'account', id: sub },
    { kind: 'get', collection: 'member_profile', id: sub },
  ];
}

/** The same as a practice is told it, once `saidLoads` was loaded; what nobody said is left out. */
export function saidOfOneself(facts: Facts, sub: string): Said {
  const own = facts.find(account, sub)?.body;
  return saidIn({ ...facts.find(memberProfile, sub)?.body, first_name: own?.first_name, last_name: own?.last_name });
}
