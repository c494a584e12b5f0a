import type { MutatorInput } from '../core/define.ts';
import { isFormer, membersOf } from './membership.ts';
import { todayIn } from './practice-day.ts';

/** Whether somebody treats in a chart today; `membersLoad` and `dayLoads` of it were loaded. */
export function treatsIn(
  input: Pick<MutatorInput<unknown>, 'facts' | 'today' | 'ctx' | 'receivedAt'>,
  scope: string,
  account: string,
): boolean {
  const today = todayIn(input, scope);
  return membersOf(input.facts, scope).some(
    (member) => member.body.account === account && member.body.role === 'treating' && !isFormer(member, today),
  );
}
