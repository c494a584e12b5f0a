import type { Actor } from '../../sync/core/mutation.ts';
import { call, type Plan } from '../store/port.ts';
import type { Decision } from './decide-mutation.ts';

/**
 * [AC-4] Whether it was refused because its author's access to the scope had ended meanwhile: such work was written in good
 * faith and is kept. What followed a late one is late too.
 */
export function* isLate(
  { principal }: Pick<Actor, 'principal'>,
  message: { readonly after?: readonly string[] | undefined },
  decided: Decision,
): Plan<boolean> {
  if (decided.code === 'depends_on_refused') {
    for (const uid of message.after ?? []) {
      const earlier = yield* call('outcomeByUid', principal, uid);
      if (earlier && (yield* call('getQuarantine', earlier.clientId, earlier.id, 'revoked'))) return true;
    }
    return false;
  }
  if (decided.code !== 'not_allowed' && decided.code !== 'not_found') return false;
  const scopes = new Set(decided.scopes);
  for (const key of decided.asked ?? []) {
    const separator = key.indexOf('|');
    const record = yield* call('getRecord', key.slice(0, separator), key.slice(separator + 1));
    if (record) scopes.add(record.scope);
  }
  for (const scope of scopes) {
    const access = yield* call('getAccess', principal, scope);
    if (access && !access.active) return true;
  }
  return false;
}
