import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { choiceWords } from '../people/clinicians.ts';
import type { Clinicians } from '../people/use-clinicians.ts';

interface NobodyShownProps {
  readonly clinicians: Clinicians;
  /** How many sessions the others have in these days. */
  readonly others: number;
  /** `this day`, `this week`. */
  readonly days: string;
}

/** Those who were chosen have no session in these days, but others have. */
export function NobodyShown({ clinicians, others, days }: NobodyShownProps) {
  const { all, chosen, choose } = clinicians;
  const who = chosen.length === 1 ? choiceWords(chosen, all) : 'those you chose';
  return (
    <EmptyState
      title={`No sessions of ${who} ${days}`}
      action={<Button onClick={() => choose([])}>Show everybody</Button>}
    >
      {others === 1 ? 'Others have 1 session.' : `Others have ${others} sessions.`}
    </EmptyState>
  );
}
