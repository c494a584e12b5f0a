import { grantingCollection, readsFromAbove } from '../../sync/core/access.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { roleFromAbove } from '../../sync/core/scope.ts';
import { call, type Plan } from '../store/port.ts';
import { circleOf, sightOf } from './audience.ts';
import { logGone, logLive, logScopeGone } from './change-log.ts';
import { liftRecord } from './lift-record.ts';
import { dayIn, scopeAfter, scopesAbove } from './scope-tree.ts';
import { stepRows, type TxContext } from './tx-context.ts';

/** What a record that gives a role changed about an account's access to its scope. */
export interface AccessChange {
  readonly kind: 'none' | 'granted' | 'roles' | 'narrowed' | 'ended';
  readonly principal: string;
  readonly scope: string;
  readonly generation: number;
}

/**
 * Brings the member table in line with a record that gives a role. Ending an access hides its rows at once, by generation;
 * so does the loss of one of several roles in a scope that others stand below, and what is still to be seen comes again.
 */
export function* changeAccess(context: TxContext, record: StoredRecord): Plan<AccessChange> {
  const { account: principal, role, until, hasEnded } = grantingCollection(context.registry).grants.of(record.body);
  const { scope } = record;
  const active = !hasEnded && (until === undefined || until >= (yield* dayIn(context, scope)));
  const had = yield* call('rolesIn', principal, scope);
  yield* call('putMember', { scope, principal, role, active });
  const has = yield* call('rolesIn', principal, scope);
  const before = (yield* call('getAccess', principal, scope)) ?? { generation: 0, active: false };
  if (had.length === has.length) return { kind: 'none', principal, scope, generation: before.generation };
  if (had.length > 0 && has.length > had.length) {
    return { kind: 'roles', principal, scope, generation: before.generation };
  }
  const generation = before.generation + 1;
  if (had.length === 0) {
    yield* call('putAccess', principal, scope, { generation, active: true });
    return { kind: 'granted', principal, scope, generation };
  }
  const remains = has.length > 0;
  if (remains && (yield* call('scopesBelow', scope, '', 1)).length === 0) {
    return { kind: 'roles', principal, scope, generation: before.generation };
  }
  yield* call('putAccess', principal, scope, { generation, active: remains });
  yield* logScopeGone(context, principal, scope);
  return { kind: remains ? 'narrowed' : 'ended', principal, scope, generation };
}

/** What follows a change of access once the record itself is written: the first step now, more as jobs. */
export function* followAccess(context: TxContext, change: AccessChange): Plan<void> {
  const { kind, principal, scope, generation } = change;
  if (kind === 'none') return;
  if (kind === 'narrowed' || kind === 'ended') yield* cleanUp(context, { principal, scope, generation });
  if (kind !== 'ended') {
    yield* backFill(context, { principal, scope, generation, after: null });
    return;
  }
  // What a role in a scope above lets the account read here is seen by that from now on.
  for (const above of yield* scopesAbove(scope)) yield* fillFrom(context, { principal, above, root: scope });
}

/** Makes the log agree with what somebody reads by a role in a scope above: of `root` and all below it. */
export function* fillFrom(
  context: TxContext,
  fill: { readonly principal: string; readonly above: string; readonly root: string },
): Plan<void> {
  const { principal, above, root } = fill;
  const access = yield* call('getAccess', principal, above);
  if (!access?.active || !(yield* looksDown(context, principal, above))) return;
  yield* backFill(context, { principal, scope: above, generation: access.generation, root, at: root, after: null });
}

export interface BackFill {
  readonly principal: string;
  /** Where the access is that is followed. */
  readonly scope: string;
  readonly generation: number;
  /** What is gone through: this scope and all below it; absent: that of the access. */
  readonly root?: string | undefined;
  /** How far it has come: this scope, after this record. */
  readonly at?: string | undefined;
  readonly after: { readonly collection: string; readonly id: string } | null;
}

/**
 * Makes the log of one principal agree with what it may read of a scope and of all that stands below: at most 250 records
 * now, and of one scope alone; the rest as a job. Rows that are right already keep their place.
 */
export function* backFill(context: TxContext, job: BackFill): Plan<void> {
  const { principal, scope, generation, root = scope, at = root } = job;
  const access = yield* call('getAccess', principal, scope);
  // The access ended or began anew meanwhile: another step does that work.
  if (!access?.active || access.generation !== generation) return;
  let page = yield* fillPage(context, job, { at, after: job.after });
  const most = at === scope ? 0 : stepRows;
  let { cost } = page;
  // What lies in the scope of the access itself comes with the change; what stands below, many to a step, with jobs alone.
  while (page.next && cost < most) {
    page = yield* fillPage(context, job, page.next);
    cost += page.cost;
  }
  if (!page.next) return;
  const payload = { principal, scope, generation, root, ...page.next };
  yield* call('addJob', { kind: 'back-fill', payload, runAtMs: context.nowMs });
}

interface Place {
  readonly at: string;
  readonly after: { readonly collection: string; readonly id: string } | null;
}

/** What looking into a scope costs, though it hold nothing. */
const leastRowsOfScope = 10;

/** What a page has cost, and where to go on; null: that was all. */
interface FilledPage {
  readonly cost: number;
  readonly next: Place | null;
}

/** One page of one scope. */
function* fillPage(context: TxContext, job: BackFill, place: Place): Plan<FilledPage> {
  const { principal, scope, root = scope } = job;
  const { at } = place;
  const heads = yield* call('scopePage', at, place.after, stepRows);
  const cost = Math.max(heads.length, leastRowsOfScope);
  const own = (yield* circleOf(context, at)).filter((member) => member.principal === principal);
  for (const head of heads) {
    const row = yield* call('getLogRow', principal, head.collection, head.id);
    if (row && !row.gone && row.generation === 0) continue;
    const sight = sightOf(context.registry, own, head);
    const isSeen = row !== undefined && !row.gone && row.scope === sight?.scope && row.generation === sight.generation;
    if (sight && !isSeen) {
      // Only what comes into sight is opened.
      const stored = yield* call('getRecord', head.collection, head.id);
      const record = stored && liftRecord(context.registry, stored);
      if (record) yield* logLive(context, { principal, record, sight, oldVersion: null });
    }
    if (!sight && row) yield* logGone(context, principal, head.collection, head.id);
  }
  const last = heads.at(-1);
  if (last && heads.length === stepRows)
    return { cost, next: { at, after: { collection: last.collection, id: last.id } } };
  if (at === scope && !(yield* looksDown(context, principal, scope))) return { cost, next: null };
  const next = yield* scopeAfter(root, at);
  return { cost, next: next === undefined ? null : { at: next, after: null } };
}

/** Whether one of the account's roles in a scope lets it read anything below. */
function* looksDown(context: TxContext, principal: string, scope: string): Plan<boolean> {
  const roles = yield* call('rolesIn', principal, scope);
  return roles.some((role) => readsFromAbove(context.registry, roleFromAbove(scope, role)));
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
