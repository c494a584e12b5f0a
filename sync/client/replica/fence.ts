import type { Body } from '../../ports.ts';
import { readMeta } from './meta.ts';

/** What a leader must still be true to when it writes. */
export interface Fence {
  readonly owner: string;
  readonly term: number;
}

/** Another tab leads by now: this one's late answer is dropped, nothing was written. */
export class DeposedError extends Error {
  override readonly name = 'DeposedError';
}

/** [LD-1] Insists, inside the transaction that is about to write, that the writer still leads. */
export function* assertLeads(fence: Fence): Body<void> {
  const [leader] = yield* readMeta('leader');
  if (leader?.owner !== fence.owner || leader.term !== fence.term) throw new DeposedError('deposed');
}
