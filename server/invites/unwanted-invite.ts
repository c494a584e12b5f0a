import * as v from 'valibot';
import { chartInvite, chartInviteBody } from '../../sync/collections/chart-invite.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { call, type Plan } from '../store/port.ts';

/**
 * [EP-4] Whether among these writes there is an invite by mail to an address that wants none. Asked once it is decided that its
 * author may invite: nobody else learns what an address wants.
 */
export function* isUnwantedInvite(records: readonly StoredRecord[]): Plan<boolean> {
  for (const record of records) {
    if (record.collection !== chartInvite.name || record.version > 1) continue;
    const { state, email } = v.parse(chartInviteBody, record.body);
    if (state !== 'open' || email === undefined) continue;
    if (!(yield* call('emailPreference', email)).invitations) return true;
  }
  return false;
}
