import { foundingCollection } from '../../sync/core/access.ts';
import { localDate } from '../../sync/core/local-date.ts';
import { knowsZone } from '../../sync/core/wall-clock.ts';
import { idOfScope, mostScopesAbove } from '../../sync/core/scope.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { call, type Plan } from '../store/port.ts';
import { liftRecord } from './lift-record.ts';
import type { TxContext } from './tx-context.ts';

/** The scopes above one, nearest first. */
export function* scopesAbove(scope: string): Plan<readonly string[]> {
  const above: string[] = [];
  let parent = yield* call('parentOf', scope);
  while (parent !== undefined && above.length < mostScopesAbove) {
    above.push(parent);
    parent = yield* call('parentOf', parent);
  }
  return above;
}

/** The scope that comes after `at` in a walk through `root` and everything below it; undefined at the end. */
export function* scopeAfter(root: string, at: string): Plan<string | undefined> {
  const [first] = yield* call('scopesBelow', at, '', 1);
  if (first !== undefined) return first;
  let current = at;
  while (current !== root) {
    const parent = yield* call('parentOf', current);
    if (parent === undefined) return undefined;
    const [next] = yield* call('scopesBelow', parent, current, 1);
    if (next !== undefined) return next;
    current = parent;
  }
  return undefined;
}

/**
 * Where the record founds its scope, notes which scope that stands below, and says whether it was new. Fixed by the first word:
 * nothing later moves a scope.
 */
export function* noteParent(context: Pick<TxContext, 'registry'>, record: StoredRecord): Plan<boolean> {
  const founding = foundingCollection(context.registry, record.scope);
  if (founding?.name !== record.collection || record.id !== idOfScope(record.scope)) return false;
  const parent = founding.founds.parent?.(record.body) ?? null;
  if (parent === null || (yield* call('parentOf', record.scope)) !== undefined) return false;
  yield* call('putParent', record.scope, parent);
  return true;
}

/** The zone in which days pass for a scope, as the nearest record says that names one; null: the configured one. */
export function* ownZoneOf(context: Pick<TxContext, 'registry'>, scope: string): Plan<string | null> {
  for (const one of [scope, ...(yield* scopesAbove(scope))]) {
    const founding = foundingCollection(context.registry, one);
    if (!founding?.zone) continue;
    const stored = yield* call('getRecord', founding.name, idOfScope(one));
    if (!stored) continue;
    const zone = founding.zone(liftRecord(context.registry, stored).body);
    // One that this machine has never heard of is none to count days in.
    if (knowsZone(zone)) return zone;
  }
  return null;
}

/** Today's date for a scope. */
export function* dayIn(context: Pick<TxContext, 'registry' | 'zone' | 'now'>, scope: string): Plan<string> {
  return localDate(context.now, (yield* ownZoneOf(context, scope)) ?? context.zone);
}
