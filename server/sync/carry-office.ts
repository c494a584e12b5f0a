import { appointment } from '../../sync/collections/appointment.ts';
import { copyOfOffice, isSameOffice, type OfficeCopy } from '../../sync/collections/office-copy.ts';
import { officeLocation } from '../../sync/collections/office-location.ts';
import { seriesOffice } from '../../sync/collections/series-office.ts';
import { sessionOffice } from '../../sync/collections/session-office.ts';
import type { Collection } from '../../sync/core/define.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { call, type Plan } from '../store/port.ts';
import { liftTo } from './lift-record.ts';
import type { TxContext } from './tx-context.ts';
import { writeRecord } from './write-record.ts';

/** Records looked at in one step. */
const stepRecords = 50;

export interface CarryOffice {
  readonly office: string;
  /** Series come first: one record says it of many sessions. */
  readonly of?: 'series' | 'sessions' | undefined;
  /** Where the step before ended. */
  readonly after?: string | undefined;
  readonly afterId?: string | undefined;
}

/**
 * [CA-13] After an office was changed: series that are held there say its name and address as they now stand, and so does each session that is
 * not over. What is over keeps where it was held. A step at a time, each a job; a change meanwhile begins anew, and each step copies what
 * stands by then.
 */
export function* carryOffice(context: TxContext, job: CarryOffice): Plan<void> {
  const stored = yield* call('getRecord', 'office_location', job.office);
  if (!stored) return;
  const office = liftTo(context.registry, officeLocation, stored);
  const { of = 'series', after, afterId = '' } = job;
  const collection = of === 'series' ? seriesOffice : sessionOffice;
  const { from, to } = prefixRange(job.office);
  const range = { collection: collection.name, index: 'office', from: after ?? from, to, afterId, limit: stepRecords };
  const entries = yield* call('rangeEntries', range);
  const copy = copyOfOffice(office, context.now);
  for (const { id } of entries) {
    if (of === 'series') yield* carryTo(context, seriesOffice, id, copy);
    else if (yield* isToCome(context, id)) yield* carryTo(context, sessionOffice, id, copy);
  }
  const last = entries.at(-1);
  const isMore = last && entries.length === stepRecords;
  if (!isMore && of === 'sessions') return;
  const next: CarryOffice = isMore
    ? { office: job.office, of, after: last.key, afterId: last.id }
    : { office: job.office, of: 'sessions' };
  yield* call('addJob', { kind: 'carry-office', payload: { ...next }, runAtMs: context.nowMs });
}

/** Nobody has said another office: the stamp of who chose it stays. */
function* carryTo<Body extends OfficeCopy>(
  context: TxContext,
  collection: Collection<Body>,
  id: string,
  copy: OfficeCopy,
): Plan<void> {
  const stored = yield* call('getRecord', collection.name, id);
  if (!stored) return;
  const record: StoredRecord<Body> = liftTo(context.registry, collection, stored);
  if (isSameOffice(record.body, copy)) return;
  yield* writeRecord(context, { ...record, version: record.version + 1, body: { ...record.body, ...copy } }, record);
}

function* isToCome(context: TxContext, id: string): Plan<boolean> {
  const stored = yield* call('getRecord', 'appointment', sessionOffice.liesWith?.idOf(id) ?? '');
  return stored !== undefined && liftTo(context.registry, appointment, stored).body.end > context.now;
}
