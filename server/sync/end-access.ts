import * as v from 'valibot';
import { membershipBody } from '../../sync/collections/membership.ts';
import { call, type Plan } from '../store/port.ts';
import { liftRecord } from './lift-record.ts';
import { endOfDateMs } from './practice-day.ts';
import type { TxContext } from './tx-context.ts';
import { writeRecord } from './write-record.ts';

const leastWaitMs = 60_000;

/**
 * [AC-6] Ends a membership whose last day (`until`) has passed in the practice's zone. One that was ended meanwhile is left
 * alone; where the day has not passed (it was put off, or the zone is another one now) the question comes again when it has.
 */
export function* endAccess(context: TxContext, membershipId: string): Plan<void> {
  const stored = yield* call('getRecord', 'membership', membershipId);
  if (!stored) return;
  const record = liftRecord(context.registry, stored);
  const body = v.parse(membershipBody, record.body);
  if (body.ended !== undefined || body.until === undefined) return;
  if (body.until >= context.today) {
    const payload = { membership: membershipId };
    // Never at once again: whatever two tables of time zones say, a job does not spin.
    const runAtMs = Math.max(endOfDateMs(body.until, context.zone), context.nowMs + leastWaitMs);
    yield* call('addJob', { kind: 'end-access', payload, runAtMs });
    return;
  }
  const next = { ...record, version: record.version + 1, body: { ...body, ended: context.now } };
  yield* writeRecord(context, next, record);
}
