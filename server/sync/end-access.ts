import * as v from 'valibot';
import { membershipBody } from '../../sync/collections/membership.ts';
import { call, type Plan } from '../store/port.ts';
import { liftRecord } from './lift-record.ts';
import type { TxContext } from './tx-context.ts';
import { writeRecord } from './write-record.ts';

/** Ends a membership whose last day (`until`) has passed; one that was prolonged or ended meanwhile is left alone. */
export function* endAccess(context: TxContext, membershipId: string): Plan<void> {
  const stored = yield* call('getRecord', 'membership', membershipId);
  if (!stored) return;
  const record = liftRecord(context.registry, stored);
  const body = v.parse(membershipBody, record.body);
  if (body.ended !== undefined || body.until === undefined || body.until >= context.now.slice(0, 10)) return;
  const next = { ...record, version: record.version + 1, body: { ...body, ended: context.now } };
  yield* writeRecord(context, next, record);
}
