import * as v from 'valibot';
import { account } from '../../sync/collections/account.ts';
import { publicProfile } from '../../sync/collections/public-profile.ts';
import { isApproved } from '../auth/approval.ts';
import type { NewJob } from '../store/operation-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { liftRecord } from '../sync/lift-record.ts';
import type { TxContext } from '../sync/tx-context.ts';
import { writeRecord } from '../sync/write-record.ts';
import { defineJobKind } from './job-kind.ts';

const kind = 'tell-approval';

/** [AP-1] What an operator has decided, on its way to the person's own record, and with it to her devices. */
export function tellApproval(sub: string, nowMs: number): NewJob {
  return { kind, key: `${kind}.${sub}`, payload: { sub }, runAtMs: nowMs };
}

/** Whose approval is taken back is shown to nobody any more. */
function* takePageDown(context: TxContext, sub: string): Plan<void> {
  const stored = yield* call('getRecord', publicProfile.name, sub);
  if (!stored) return;
  const record = liftRecord(context.registry, stored);
  const body = v.parse(publicProfile.body, record.body);
  if (!body.is_open) return;
  const next = { ...record, version: record.version + 1, body: { ...body, is_open: false } };
  yield* writeRecord(context, next, record);
}

/** Brings the record in line with what the account says by then; given up never. */
export const tellApprovalJob = defineJobKind({
  kind,
  payload: v.object({ sub: v.string() }),
  *settle(context, { sub }) {
    const [row, stored] = [yield* call('accountBySub', sub), yield* call('getRecord', account.name, sub)];
    if (!row || !stored) return;
    const record = liftRecord(context.registry, stored);
    const said = isApproved(row);
    const body = v.parse(account.body, record.body);
    if (said === undefined || body.profile_approved_to_use_the_platform === said) return;
    const next = { ...body, profile_approved_to_use_the_platform: said, modify_datetime: context.now };
    yield* writeRecord(context, { ...record, version: record.version + 1, body: next }, record);
    if (!said) yield* takePageDown(context, sub);
  },
  mostAttempts: Infinity,
});
