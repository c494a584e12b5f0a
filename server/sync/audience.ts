import { canRead } from '../../sync/core/run-mutation.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { idOfScope } from '../../sync/collections/classes.ts';
import type { Reader } from '../store/record-calls.ts';
import { call, type Plan } from '../store/port.ts';
import type { TxContext } from './tx-context.ts';

/** Who reads a record: principal -> generation of its access, 0 for those who read regardless of membership. */
export type Audience = ReadonlyMap<string, number>;

/** [AC-1] The one audience rule, turned round: from a record to its readers. */
export function audienceOf(context: TxContext, record: StoredRecord, readers: readonly Reader[]): Audience {
  const { registry } = context;
  const audience = new Map<string, number>();
  for (const reader of readers) {
    if (canRead(registry, record, [reader.role])) audience.set(reader.principal, reader.generation);
  }
  if (isAccountScope(record.scope) && canRead(registry, record, ['self'])) audience.set(idOfScope(record.scope), 0);
  const always = registry.collections.get(record.collection)?.alwaysReads?.(record.body);
  if (always) audience.set(always, 0);
  return audience;
}

/** Roles of an actor in a scope: those of its memberships, and `self` in its own account. */
export function* rolesOf(principal: string, scope: string): Plan<readonly string[]> {
  const roles = yield* call('rolesIn', principal, scope);
  return isAccountScope(scope) && idOfScope(scope) === principal ? [...roles, 'self'] : roles;
}

function isAccountScope(scope: string): boolean {
  return scope.startsWith('account:');
}
