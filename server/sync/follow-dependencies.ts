import { call, type Plan } from '../store/port.ts';
import type { Decision } from './decide-mutation.ts';

/** What depends on a refused mutation is refused; what depends on a held one is held. */
export function* followDependencies(account: string, after: readonly string[]): Plan<Decision | null> {
  let held: Decision | null = null;
  for (const uid of after) {
    const earlier = yield* call('outcomeByUid', account, uid);
    // A quarrel over one fact says nothing of what came after it: that guards itself.
    if (earlier?.outcome === 'rejected' && earlier.code !== 'changed_meanwhile')
      return { outcome: 'rejected', code: 'depends_on_refused' };
    if (earlier?.outcome === 'parked') held = { outcome: 'parked', code: 'depends_on_parked' };
  }
  return held;
}
