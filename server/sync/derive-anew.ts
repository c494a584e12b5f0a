import { call, type Plan } from '../store/port.ts';
import { liftRecord } from './lift-record.ts';
import type { TxContext } from './tx-context.ts';
import { writeRecord } from './write-record.ts';

/** Records looked at in one step. */
const stepRecords = 50;

export interface DeriveAnew {
  readonly collection: string;
  /** An index by time; what lies before `after` has passed, or is done. */
  readonly index: string;
  readonly after: string;
  /** At `after` itself only ids after this one. */
  readonly afterId?: string | undefined;
}

/**
 * Brings what is to come in line with this machine's tables (of time zones): records whose derived part would now be another one
 * are written anew. A step at a time, each a job.
 */
export function* deriveAnew(context: TxContext, job: DeriveAnew): Plan<void> {
  const { collection: name, index, after, afterId = '' } = job;
  const collection = context.registry.collections.get(name);
  if (!collection?.derive) return;
  const range = { collection: name, index, from: after, to: '~', afterId, limit: stepRecords };
  const entries = yield* call('rangeEntries', range);
  for (const { id } of entries) {
    const stored = yield* call('getRecord', name, id);
    if (!stored) continue;
    const record = liftRecord(context.registry, stored);
    const body = collection.derive(record.body);
    if (body !== null) yield* writeRecord(context, { ...record, version: record.version + 1, body }, record);
  }
  const last = entries.at(-1);
  if (!last || entries.length < stepRecords) return;
  const payload = { ...job, after: last.key, afterId: last.id };
  yield* call('addJob', { kind: 'derive-anew', payload, runAtMs: context.nowMs });
}

const tableKey = 'zone-table';

/**
 * To be called at start. `table`: the version of the table of time zones that this process uses. A change of it plans that all
 * sessions to come are derived anew; the first start of a database only notes it.
 */
export function* noteZoneTable(context: TxContext, table: string): Plan<void> {
  const before = yield* call('getMeta', tableKey);
  if (before === table) return;
  yield* call('setMeta', tableKey, table);
  if (before === undefined) return;
  for (const { name, derive } of context.registry.collections.values()) {
    if (!derive) continue;
    const payload = { collection: name, index: 'start', after: context.now };
    yield* call('addJob', { kind: 'derive-anew', key: `derive-anew.${name}`, payload, runAtMs: context.nowMs });
  }
}
