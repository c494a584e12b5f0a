import { isFormer, type Membership } from '../../../../sync/collections/membership.ts';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { addDays, dateIn, startOfDate } from '../../../lib/time.ts';

interface Member {
  readonly id: string;
  readonly body: Membership;
}

/** What a colleague has of a chart already: everything, its sessions alone, or nothing with which one could hold a session. */
export function accessOf(members: readonly Member[], account: string, today: string): 'chart' | 'sessions' | 'none' {
  const roles = members.flatMap((one) =>
    one.body.account === account && !isFormer(one, today) ? [one.body.role] : [],
  );
  if (roles.includes('treating')) return 'chart';
  return roles.includes('scheduler') ? 'sessions' : 'none';
}

interface Wanted {
  readonly now: string;
  readonly zone: string;
  /** Whole days of notice; null: this session alone. */
  readonly notice: number | null;
}

/**
 * The sessions that are proposed: this one, or all of the same client and clinician from so many whole days on, by their beginning. One that is
 * cancelled, has begun or is a sample is never among them.
 */
export function proposedSessions(
  session: Session,
  ofChart: readonly Session[],
  { now, zone, notice }: Wanted,
): readonly Session[] {
  const from = notice === null ? now : startOfDate(addDays(dateIn(now, zone), notice), zone);
  return (notice === null ? [session] : ofChart)
    .filter(
      ({ body }) =>
        body.clinician === session.body.clinician &&
        body.start > now &&
        body.start >= from &&
        body.sample === undefined &&
        !statusFlags(body.status).cancelled,
    )
    .toSorted((one, other) => (one.body.start < other.body.start ? -1 : 1));
}
