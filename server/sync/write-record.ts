import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { assert } from '../../sync/core/assert.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { indexEntries, type AnyCollection, type Projected } from '../../sync/core/define.ts';
import * as v from 'valibot';
import { call, type Plan } from '../store/port.ts';
import type { IndexRows } from '../store/record-calls.ts';
import { audienceOf, circleOf } from './audience.ts';
import { logGone, logLive } from './change-log.ts';
import { keepOverwritten } from './draft-versions.ts';
import { liftRecord } from './lift-record.ts';
import { planJobs } from './plan-jobs.ts';
import { changeAccess, fillFrom, followAccess } from './scope-access.ts';
import { noteParent, scopesAbove, ownZoneOf } from './scope-tree.ts';
import type { TxContext } from './tx-context.ts';

/**
 * Writes one record with all that follows from it, in the running transaction: index rows, the kept older version,
 * access, the log of everybody who reads it (and a tombstone for who no longer does), sums, jobs, and projections.
 */
export function* writeRecord(context: TxContext, record: StoredRecord, before: StoredRecord | undefined): Plan<void> {
  const collection = mustGetCollection(context, record.collection);
  if (collection.clinical && collection.keepsVersions !== false && before) yield* keepOverwritten(context, before);
  yield* call('putRecord', {
    record,
    sealed: collection.clinical,
    rows: indexRows(collection, record),
    oldRows: before ? indexRows(collection, before) : [],
    isNew: before === undefined,
  });
  const isFounded = yield* noteParent(context, record);
  const change = collection.grants ? yield* changeAccess(context, record) : null;
  const circle = yield* circleOf(context, record.scope);
  const audience = audienceOf(context, record, circle);
  if (before) {
    for (const principal of audienceOf(context, before, circle).keys()) {
      if (!audience.has(principal)) yield* logGone(context, principal, record.collection, record.id);
    }
  }
  const oldVersion = before?.version ?? null;
  for (const [principal, sight] of audience) yield* logLive(context, { principal, record, sight, oldVersion });
  if (isFounded) yield* openToAbove(context, record.scope);
  if (change) yield* followAccess(context, change);
  if (collection.jobs) {
    const plan = collection.jobs(record, before);
    yield* planJobs(context, plan, yield* ownZoneOf(context, record.scope));
  }
  if (collection.project) yield* writeProjections(context, collection, record, before);
}

/** The scope has found its place: who reads it from above sees what was written there before. */
function* openToAbove(context: TxContext, scope: string): Plan<void> {
  for (const above of yield* scopesAbove(scope)) {
    const principals = new Set((yield* call('readersOf', above)).map(({ principal }) => principal));
    for (const principal of principals) yield* fillFrom(context, { principal, above, root: scope });
  }
}

/** Takes a record away, from the store and from everybody's sight, with the jobs that it asked for. Only projections are removed. */
export function* removeRecord(context: TxContext, record: StoredRecord): Plan<void> {
  const collection = mustGetCollection(context, record.collection);
  yield* call('removeRecord', record.collection, record.id, indexRows(collection, record));
  const { plan = [] } = collection.jobs?.(record, undefined) ?? {};
  for (const { key } of plan) yield* call('dropJob', key);
  const circle = yield* circleOf(context, record.scope);
  for (const principal of audienceOf(context, record, circle).keys()) {
    yield* logGone(context, principal, record.collection, record.id);
  }
}

function* writeProjections(
  context: TxContext,
  collection: AnyCollection,
  record: StoredRecord,
  before: StoredRecord | undefined,
): Plan<void> {
  const wanted = collection.project?.(record) ?? [];
  const had: readonly Projected[] = before ? (collection.project?.(before) ?? []) : [];
  const names = new Set(wanted.map((item) => `${item.collection}|${item.id}`));
  const dropped = had.filter((item) => !names.has(`${item.collection}|${item.id}`));
  for (const item of [...wanted, ...dropped.map((item) => ({ ...item, body: null }))]) {
    yield* writeProjected(context, item, record.version);
  }
}

function* writeProjected(context: TxContext, item: Projected, sourceVersion: number): Plan<void> {
  const stored = yield* call('getRecord', item.collection, item.id);
  const old = stored && liftRecord(context.registry, stored);
  if (item.body === null) {
    if (old) yield* removeRecord(context, old);
    return;
  }
  if (old && old.cls === item.cls && canonicalJson(old.body) === canonicalJson(item.body)) return;
  const collection = mustGetCollection(context, item.collection);
  const next: StoredRecord = {
    collection: item.collection,
    id: item.id,
    scope: item.scope,
    cls: item.cls,
    // Versions only grow, also where the projection had gone and comes back.
    version: Math.max((old?.version ?? 0) + 1, sourceVersion),
    shape: collection.shape,
    body: v.parse(collection.body, item.body),
    stamps: {},
  };
  assert(!old || old.scope === next.scope, 'a record never changes scope');
  yield* writeRecord(context, next, old);
}

function mustGetCollection(context: TxContext, name: string): AnyCollection {
  const collection = context.registry.collections.get(name);
  assert(collection, 'a written record is of a known collection');
  return collection;
}

function indexRows(collection: AnyCollection, record: StoredRecord): IndexRows {
  return indexEntries(collection, { id: record.id, scope: record.scope, body: record.body });
}
