import type { InferOutput } from 'valibot';
import type { account } from '../../../sync/collections/account.ts';
import { useSub } from '../../lib/client-context.ts';
import { deviceZone } from '../../lib/device-zone.ts';
import { useRecord, type Loaded } from '../../lib/use-records.ts';
import type { SeenRecord } from '../../../sync/client/api.ts';

export type Account = InferOutput<(typeof account)['body']>;

/** The signed-in account's own record. */
export function useAccountRecord(): Loaded<SeenRecord<Account> | undefined> {
  const sub = useSub();
  return useRecord('account', sub || null);
}

/** [AP-1] Whether an operator has not let this person begin yet; false until that has been read. */
export function useWaitsForApproval(): boolean {
  const record = useAccountRecord();
  return !record.loading && record.value?.body.profile_approved_to_use_the_platform === false;
}

export interface Me {
  readonly sub: string;
  /** The zone in which this person's days are told: a professional's own, wherever the device is; a member's is the device's. */
  readonly zone: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly practiceId: string;
}

/** Who works here, with defaults until the record has been read. Only below the session gate. */
export function useMe(): Me {
  const sub = useSub();
  const record = useAccountRecord();
  const body = record.loading ? undefined : record.value?.body;
  return {
    sub,
    zone: body?.user_type === 'member' ? deviceZone() : (body?.timezone ?? deviceZone()),
    displayName: body?.display_name ?? '',
    firstName: body?.first_name ?? '',
    practiceId: body?.practice_id ?? '',
  };
}
