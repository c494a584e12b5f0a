import type { Body, ReplicaStore } from '../../ports.ts';
import { foundingCollection, grantingCollection } from '../../core/access.ts';
import type { LoadRequest } from '../../core/facts.ts';
import { indexKey, prefixRange } from '../../core/index-key.ts';
import type { StoredRecord } from '../../core/record.ts';
import { idOfScope, mostScopesAbove, ownRole, ownScope, roleFromAbove } from '../../core/scope.ts';
import type { Replica } from '../replica/replica.ts';
import { together } from '../replica/together.ts';

type RangeRequest = Extract<LoadRequest, { kind: 'range' }>;

/** How roles are looked up: in the replica as it lies, or with what a replay has made so far laid over it. */
export interface RoleReads {
  readonly get: (collection: string, id: string) => Body<StoredRecord | undefined>;
  readonly within: (range: RangeRequest) => Body<readonly StoredRecord[]>;
}

/** By store: the same replica is handed about with and without a lease. */
const parentsOf = new WeakMap<ReplicaStore, Map<string, string>>();

/** The scope above one, as far as this device has seen it: it never changes, so it is asked for once. */
export function knownParent(replica: Replica, scope: string): string | undefined {
  return parentsOf.get(replica.store)?.get(scope);
}

/** The actor's roles in a scope: from the memberships there, and as `kind.role` from those in the scopes above. */
export function* actorRoles(replica: Replica, scope: string, reads: RoleReads): Body<readonly string[]> {
  const { sub } = replica.actor;
  if (scope === ownScope(sub)) return [ownRole];
  const [own, above] = yield* together(
    rolesBy(replica, scope, reads),
    together(...knownAbove(replica, scope).map((one) => rolesBy(replica, one, reads, one))),
  );
  const known = above.length;
  const further: string[] = [];
  for (const one of (yield* scopesAbove(replica, scope, reads)).slice(known))
    further.push(...(yield* rolesBy(replica, one, reads, one)));
  return [...own, ...above.flat(), ...further];
}

function* rolesBy(replica: Replica, scope: string, reads: RoleReads, above?: string): Body<readonly string[]> {
  const { sub } = replica.actor;
  const { name, grants } = grantingCollection(replica.registry);
  const { to } = prefixRange(sub, scope);
  const range = { kind: 'range', collection: name, index: grants.index, from: indexKey(sub, scope), to } as const;
  const records = yield* reads.within(range);
  return records.flatMap(({ body }) => {
    const grant = grants.of(body);
    if (grant.account !== sub || grant.hasEnded) return [];
    return [above === undefined ? grant.role : roleFromAbove(above, grant.role)];
  });
}

function knownAbove(replica: Replica, scope: string): readonly string[] {
  const above: string[] = [];
  for (let at = knownParent(replica, scope); at !== undefined && above.length < mostScopesAbove;) {
    above.push(at);
    at = knownParent(replica, at);
  }
  return above;
}

/** The scopes above, nearest first, as far as the records that found them are here. */
function* scopesAbove(replica: Replica, scope: string, reads: RoleReads): Body<readonly string[]> {
  const above: string[] = [];
  for (let at: string | undefined = scope; above.length < mostScopesAbove; above.push(at)) {
    at = knownParent(replica, at) ?? (yield* readParent(replica, at, reads));
    if (at === undefined) break;
  }
  return above;
}

function* readParent(replica: Replica, scope: string, reads: RoleReads): Body<string | undefined> {
  const founding = foundingCollection(replica.registry, scope);
  // Nothing is asked where no scope of the kind has one above.
  if (!founding?.founds.parent) return undefined;
  const record = yield* reads.get(founding.name, idOfScope(scope));
  const parent = record && founding.founds.parent(record.body);
  if (typeof parent !== 'string') return undefined;
  const parents = parentsOf.get(replica.store) ?? new Map<string, string>();
  parentsOf.set(replica.store, parents.set(scope, parent));
  return parent;
}
