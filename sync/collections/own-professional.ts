import type { Rejection } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { account } from './account.ts';

/** What `refuseOthers` asks about: one's own account. */
export function ownProfessionalLoad(sub: string): LoadRequest {
  return { kind: 'get', collection: 'account', id: sub };
}

/** Only a professional says what professionals say of themselves. `ownProfessionalLoad` was loaded. */
export function refuseOthers(facts: Facts, sub: string): Rejection | null {
  return facts.find(account, sub)?.body.user_type === 'orchid_pro' ? null : { reject: 'not_found' };
}
