import { readsFromAbove } from '../../sync/core/access.ts';
import { canRead, type Registry } from '../../sync/core/run-mutation.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { ownRole, ownScope, idOfScope, roleFromAbove } from '../../sync/core/scope.ts';
import { call, type Plan } from '../store/port.ts';
import { scopesAbove } from './scope-tree.ts';
import type { TxContext } from './tx-context.ts';

/** By which access a record is seen. When that access ends, or changes its generation, the record is out of sight at once. */
export interface Sight {
  /** The record's own scope, or one above it. */
  readonly scope: string;
  /** Of the access; 0: seen regardless of membership. */
  readonly generation: number;
}

/** Who reads a record: by principal. */
export type Audience = ReadonlyMap<string, Sight>;

/** One role of one account, in a scope or in one above it, as it is called in the scope. */
interface CircleMember extends Sight {
  readonly principal: string;
  readonly role: string;
}

/** Everybody with a role in a scope, those of the scope itself first, then those from above. */
export function* circleOf(context: Pick<TxContext, 'registry'>, scope: string): Plan<readonly CircleMember[]> {
  const circle: CircleMember[] = (yield* call('readersOf', scope)).map((reader) => ({ ...reader, scope }));
  for (const above of yield* scopesAbove(scope)) {
    for (const { principal, role: had, generation } of yield* call('readersOf', above)) {
      const role = roleFromAbove(above, had);
      if (readsFromAbove(context.registry, role)) circle.push({ principal, role, generation, scope: above });
    }
  }
  return circle;
}

/** [AC-1] The one audience rule, turned round: from a record to its readers, each by the nearest access that will do. */
export function audienceOf(
  { registry }: Pick<TxContext, 'registry'>,
  record: StoredRecord,
  circle: readonly CircleMember[],
): Audience {
  const audience = new Map<string, Sight>();
  const { scope } = record;
  for (const member of circle) {
    if (audience.has(member.principal) || !canRead(registry, record, [member.role])) continue;
    audience.set(member.principal, { scope: member.scope, generation: member.generation });
  }
  const owner = idOfScope(scope);
  if (scope === ownScope(owner) && canRead(registry, record, [ownRole])) audience.set(owner, { scope, generation: 0 });
  const always = registry.collections.get(record.collection)?.alwaysReads?.(record.body);
  if (always) audience.set(always, { scope, generation: 0 });
  return audience;
}

/** By which access the members of a circle that are one account read a class of records there; null where they do not. */
export function sightOf(
  registry: Registry,
  own: readonly CircleMember[],
  head: { readonly collection: string; readonly cls: string },
): Sight | null {
  const member = own.find(({ role }) => canRead(registry, head, [role]));
  return member ? { scope: member.scope, generation: member.generation } : null;
}

/** Roles of an account in a scope: those of its memberships there, those from above, and `self` in its own. */
export function* rolesOf(principal: string, scope: string): Plan<readonly string[]> {
  const roles = [...(yield* call('rolesIn', principal, scope))];
  for (const above of yield* scopesAbove(scope))
    for (const role of yield* call('rolesIn', principal, above)) roles.push(roleFromAbove(above, role));
  if (scope === ownScope(principal)) roles.push(ownRole);
  return roles;
}

/** The scopes with this prefix in which an account may read the collection at all: its own, and those below them. */
export function* scopesToRead(
  { registry, principal }: { readonly registry: Registry; readonly principal: string },
  collection: string,
  prefix: string,
): Plan<readonly string[]> {
  const scopes = new Set(yield* call('scopesOf', principal, prefix));
  const readers = registry.collections.get(collection)?.readers ?? {};
  for (const kind of kindsAbove(readers)) {
    for (const above of yield* call('scopesOf', principal, `${kind}:`)) {
      const roles = yield* call('rolesIn', principal, above);
      if (!roles.some((role) => Object.hasOwn(readers, roleFromAbove(above, role)))) continue;
      for (const scope of yield* call('scopesBelow', above, '', -1)) if (scope.startsWith(prefix)) scopes.add(scope);
    }
  }
  return [...scopes];
}

/** The kinds of scope from which roles of a `readers` table come. */
function kindsAbove(readers: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> {
  return new Set(Object.keys(readers).flatMap((role) => (role.includes('.') ? role.slice(0, role.indexOf('.')) : [])));
}
