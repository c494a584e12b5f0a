import { membership } from '../../sync/collections/membership.ts';
import { localDate } from '../../sync/core/local-date.ts';
import { call, type Plan } from '../store/port.ts';
import { liftTo } from './lift-record.ts';
import { planJobs } from './plan-jobs.ts';
import { ownZoneOf } from './scope-tree.ts';
import type { TxContext } from './tx-context.ts';
import { writeRecord } from './write-record.ts';

/**
 * [AC-6] Ends a membership whose last day (`until`) has passed in the practice's zone. One that was ended meanwhile is left
 * alone; where the day has not passed (a job of before jobs had dates came, and it was put off) the question comes again when it has.
 */
export function* endAccess(context: TxContext, membershipId: string): Plan<void> {
  const stored = yield* call('getRecord', 'membership', membershipId);
  if (!stored) return;
  const record = liftTo(context.registry, membership, stored);
  const { body } = record;
  if (body.ended !== undefined || body.until === undefined) return;
  const zone = yield* ownZoneOf(context, record.scope);
  if (body.until >= localDate(context.now, zone ?? context.zone)) {
    yield* planJobs(context, membership.jobs?.(record, undefined) ?? {}, zone);
    return;
  }
  const next = { ...record, version: record.version + 1, body: { ...body, ended: context.now } };
  yield* writeRecord(context, next, record);
}
