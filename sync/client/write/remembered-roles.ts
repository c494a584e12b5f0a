import type { ReplicaStore, StoreChange } from '../../ports.ts';
import { foundingCollection, grantingCollection } from '../../core/access.ts';
import { mostScopesAbove } from '../../core/scope.ts';
import type { Replica } from '../replica/replica.ts';
import { knownParent } from './actor-roles.ts';

/** By store: the same replica is handed about with and without a lease. */
const rolesOf = new WeakMap<ReplicaStore, Map<string, readonly string[]>>();

/**
 * The actor's roles by scope, as a transaction of this tab read them. A commit that touches what gives roles or what founds a scope
 * drops those of the scopes that it names and of all below; all of them, where it does not say which, and of whatever stands where
 * this device has not seen. Another tab's commit is heard of a moment later: a change that is written in between is judged as
 * if it had come before, and by the server in any case.
 */
export function rememberedRoles(replica: Replica): Map<string, readonly string[]> {
  const known = rolesOf.get(replica.store);
  if (known) return known;
  const roles = new Map<string, readonly string[]>();
  const told = new Set(
    [...replica.registry.collections.values()].filter(({ founds }) => founds !== undefined).map(({ name }) => name),
  );
  told.add(grantingCollection(replica.registry).name);
  replica.store.watch((change) => {
    if (![...change.collections].some((name) => told.has(name))) return;
    const scopes = scopesOf(change, told);
    if (scopes === null) roles.clear();
    else for (const scope of roles.keys()) if (mayHang(replica, scope, scopes)) roles.delete(scope);
  });
  rolesOf.set(replica.store, roles);
  return roles;
}

/** The scopes in which a commit touched something of these collections; null: it does not say. */
function scopesOf({ keys, shown, isForeign }: StoreChange, told: ReadonlySet<string>): ReadonlySet<string> | null {
  if (keys === null || shown === undefined || isForeign === true) return null;
  const scopes = new Set<string>();
  for (const key of keys) {
    if (!told.has(key.slice(0, key.indexOf('|')))) continue;
    const scope = shown.get(key)?.row.s;
    if (scope === undefined) return null;
    scopes.add(scope);
  }
  return scopes;
}

/** Whether a scope is one of these or stands below one, as far as this device knows; where it does not know, it may. */
function mayHang(replica: Replica, scope: string, scopes: ReadonlySet<string>): boolean {
  let at = scope;
  for (let steps = 0; steps <= mostScopesAbove; steps += 1) {
    if (scopes.has(at)) return true;
    if (!foundingCollection(replica.registry, at)?.founds.parent) return false;
    const above = knownParent(replica, at);
    if (above === undefined) return true;
    at = above;
  }
  return true;
}
