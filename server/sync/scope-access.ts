import * as v from 'valibot';
import { canRead } from '../../sync/core/run-mutation.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { membershipBody } from '../../sync/collections/membership.ts';
import { call, type Plan } from '../store/port.ts';
import { rolesOf } from './audience.ts';
import { logGone, logLive, logScopeGone } from './change-log.ts';
import { stepRows, type TxContext } from './tx-context.ts';

/** What a membership record changed about an account's access to its scope. */
export interface AccessChange {
  readonly kind: 'none' | 'granted' | 'roles' | 'ended';
  readonly principal: string;
  readonly scope: string;
  readonly generation: number;
}

/** Brings the member table in line with a membership record. Ending an access hides its rows at once, by generation. */
export function* changeAccess(context: TxContext, record: StoredRecord): Plan<AccessChange> {
  const body = v.parse(membershipBody, record.body);
  const { scope } = record;
  const principal = body.account;
  const active = body.ended === undefined && (body.until === undefined || body.until >= context.today);
  const had = yield* call('rolesIn', principal, scope);
  yield* call('putMember', { scope, principal, role: body.role, active });
  const has = yield* call('rolesIn', principal, scope);
  const before = (yield* call('getAccess', principal, scope)) ?? { generation: 0, active: false };
  if (had.length === 0 && has.length > 0) {
    const generation = before.generation + 1;
    yield* call('putAccess', principal, scope, { generation, active: true });
    return { kind: 'granted', principal, scope, generation };
  }
  if (had.length > 0 && has.length === 0) {
    const generation = before.generation + 1;
    yield* call('putAccess', principal, scope, { generation, active: false });
    yield* logScopeGone(context, principal, scope);
    return { kind: 'ended', principal, scope, generation };
  }
  const kind = had.length === has.length ? 'none' : 'roles';
  return { kind, principal, scope, generation: before.generation };
}

/** What follows a change of access once the membership itself is written: the first step now, more as jobs. */
export function* followAccess(context: TxContext, change: AccessChange): Plan<void> {
  const { principal, scope, generation } = change;
  if (change.kind === 'granted' || change.kind === 'roles') {
    yield* backFill(context, { principal, scope, generation, after: null });
  } else if (change.kind === 'ended') {
    yield* cleanUp(context, { principal, scope, generation });
  }
}

export interface BackFill {
  readonly principal: string;
  readonly scope: string;
  readonly generation: number;
  readonly after: { readonly collection: string; readonly id: string } | null;
}

/**
 * Makes the log of one principal agree with what it may read of one scope: at most 1,000 records now, the rest as a
 * job. Rows that are right already keep their place.
 */
export function* backFill(context: TxContext, job: BackFill): Plan<void> {
  const { principal, scope, generation } = job;
  const access = yield* call('getAccess', principal, scope);
  // The access ended or began anew meanwhile: another step does that work.
  if (!access?.active || access.generation !== generation) return;
  const roles = yield* rolesOf(principal, scope);
  const records = yield* call('scopePage', scope, job.after, stepRows);
  for (const record of records) {
    const row = yield* call('getLogRow', principal, record.collection, record.id);
    if (row && !row.gone && row.generation === 0) continue;
    const isSeen = row !== undefined && !row.gone && row.generation === generation;
    const reads = canRead(context.registry, record, roles);
    if (reads && !isSeen) yield* logLive(context, { principal, record, generation, oldVersion: null });
    if (!reads && isSeen) yield* logGone(context, principal, record.collection, record.id);
  }
  const last = records.at(-1);
  if (last && records.length === stepRows) {
    const after = { collection: last.collection, id: last.id };
    yield* call('addJob', {
      kind: 'back-fill',
      payload: { principal, scope, generation, after },
      runAtMs: context.nowMs,
    });
  }
}

/** Deletes log rows of ended accesses: they are invisible already. */
export function* cleanUp(
  context: TxContext,
  job: { readonly principal: string; readonly scope: string; readonly generation: number },
): Plan<void> {
  const { principal, scope, generation } = job;
  const removed = yield* call('deleteOldRows', principal, scope, generation, stepRows);
  if (removed === stepRows) {
    yield* call('addJob', { kind: 'clean-up', payload: { principal, scope, generation }, runAtMs: context.nowMs });
  }
}
