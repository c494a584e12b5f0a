import { addToChecksum, emptyChecksum, type Checksum } from '../../sync/core/checksum.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { call, type Plan } from '../store/port.ts';
import type { Sight } from './audience.ts';
import type { LogRow } from '../store/log-calls.ts';
import type { TxContext } from './tx-context.ts';

/** Rows seen regardless of membership are summed under this name: ending an access must not clear them. */
const alwaysScope = '';

/** Where in time a record belongs; '' for timeless and for what this build does not know. */
function placeInTime(context: TxContext, record: StoredRecord): string {
  return context.registry.collections.get(record.collection)?.at(record.body) ?? '';
}

/** What is logged of a record, and to whom. */
export interface Logged {
  readonly principal: string;
  readonly record: StoredRecord;
  /** By which access, which has not ended. */
  readonly sight: Sight;
  /** The version that stood before; null for what is new in anybody's sight. */
  readonly oldVersion: number | null;
}

/** The principal sees this version from now on. [IN-1] Log row and sum change together. */
export function* logLive(context: TxContext, logged: Logged): Plan<void> {
  const { principal, record, sight, oldVersion } = logged;
  const row: LogRow = {
    principal,
    seq: yield* call('takeSeq', principal),
    collection: record.collection,
    id: record.id,
    version: record.version,
    scope: sight.scope,
    generation: sight.generation,
    at: placeInTime(context, record),
    gone: false,
  };
  context.touched.add(principal, record.collection);
  if (oldVersion !== null && (yield* call('moveLogRow', row, oldVersion))) {
    yield* addChange(row, oldVersion);
    return;
  }
  const old = yield* call('getLogRow', principal, record.collection, record.id);
  yield* call('putLogRow', row);
  if (old && (yield* isCounted(old))) yield* addRow(old, -1);
  yield* addRow(row, 1);
}

/** The record left the principal's sight. A row that it did not see any more needs no tombstone. */
export function* logGone(context: TxContext, principal: string, collection: string, id: string): Plan<void> {
  const old = yield* call('getLogRow', principal, collection, id);
  if (!old || !(yield* isCounted(old))) return;
  yield* addRow(old, -1);
  yield* call('putLogRow', {
    ...old,
    seq: yield* call('takeSeq', principal),
    generation: 0,
    at: context.now,
    gone: true,
  });
  context.touched.add(principal, collection);
}

/** Access to the whole scope ended: one row says so, whatever the scope held. */
export function* logScopeGone(context: TxContext, principal: string, scope: string): Plan<void> {
  yield* call('putLogRow', {
    principal,
    seq: yield* call('takeSeq', principal),
    collection: '',
    id: scope,
    version: 0,
    scope,
    generation: 0,
    at: context.now,
    gone: true,
  });
  yield* call('clearSums', principal, scope);
  // The device drops everything of the scope on that row: what stays readable comes again after it.
  const always = yield* call('alwaysRowsOf', principal, scope);
  for (const row of always) yield* call('putLogRow', { ...row, seq: yield* call('takeSeq', principal) });
  // Whatever of the scope stays readable came again.
  context.touched.add(principal, '');
}

/** Live, and of an access that has not ended: exactly the rows that a first sync would bring. */
function* isCounted(row: LogRow): Plan<boolean> {
  if (row.gone) return false;
  if (row.generation === 0) return true;
  const access = yield* call('getAccess', row.principal, row.scope);
  return access !== undefined && access.active && access.generation === row.generation;
}

function* addRow(row: LogRow, sign: 1 | -1): Plan<void> {
  const one = sumOf(row);
  yield* call('addToSum', { ...sumPlace(row), count: sign, a: sign * one.a, b: sign * one.b });
}

/** The same row with another version: it counts as one, as before. */
function* addChange(row: LogRow, oldVersion: number): Plan<void> {
  const [after, before] = [sumOf(row), sumOf({ ...row, version: oldVersion })];
  yield* call('addToSum', { ...sumPlace(row), count: 0, a: after.a - before.a, b: after.b - before.b });
}

function sumOf(row: LogRow): Checksum {
  return addToChecksum(emptyChecksum, row.id, row.version, 1);
}

function sumPlace(row: LogRow): { readonly principal: string; readonly scope: string; readonly collection: string } {
  const scope = row.generation === 0 ? alwaysScope : row.scope;
  return { principal: row.principal, scope, collection: row.collection };
}
