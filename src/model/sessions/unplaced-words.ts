import type { UnplacedSession } from '../../../sync/collections/unplaced-session.ts';
import { errorTexts } from '../../../sync/protocol/error-codes.ts';

/** Why a session of a series could not be had at its time. */
export function whyUnplaced({ why }: Pick<UnplacedSession, 'why'>): string {
  return why === 'time_blocked' ? 'That time is blocked.' : errorTexts.conflicting_session;
}

/** What is offered beside another time: of one that still stands at its time of before, that it stays there. */
export function leaveWords({ stands }: Pick<UnplacedSession, 'stands'>): string {
  return stands ? 'Leave it where it is' : 'Leave it out';
}
