import type { ReplicaStore } from '../../ports.ts';
import { grantingCollection } from '../../core/access.ts';
import type { Replica } from '../replica/replica.ts';

/** By store: the same replica is handed about with and without a lease. */
const rolesOf = new WeakMap<ReplicaStore, Map<string, readonly string[]>>();

/**
 * The actor's roles by scope, as a transaction of this tab read them. A commit, of whichever tab, that touches what gives roles
 * or what founds a scope empties it. Another tab's is heard of a moment later: a change that is written in between is judged
 * as if it had come before, and by the server in any case.
 */
export function rememberedRoles(replica: Replica): Map<string, readonly string[]> {
  const known = rolesOf.get(replica.store);
  if (known) return known;
  const roles = new Map<string, readonly string[]>();
  const told = new Set(
    [...replica.registry.collections.values()].filter(({ founds }) => founds !== undefined).map(({ name }) => name),
  );
  told.add(grantingCollection(replica.registry).name);
  replica.store.watch(({ collections }) => {
    if ([...collections].some((name) => told.has(name))) roles.clear();
  });
  rolesOf.set(replica.store, roles);
  return roles;
}
