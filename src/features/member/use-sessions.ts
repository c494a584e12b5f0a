import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { statusFlags } from '../../../sync/domain/appointment-status.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRange } from '../../lib/use-records.ts';
import type { Joining } from './joining.tsx';

export interface MemberSessions {
  /** Not over yet, soonest first. */
  readonly coming: readonly SeenRecord<Appointment>[];
  /** Over, latest first. */
  readonly past: readonly SeenRecord<Appointment>[];
  /** Of those, the ones that take place. */
  readonly on: readonly SeenRecord<Appointment>[];
}

const from = toInstant(0);
const to = '9999-12-31T00:00:00.000Z';

function takesPlace(session: Appointment): boolean {
  const { cancelled, no_show: noShow } = statusFlags(session.status);
  return !cancelled && !noShow;
}

/** One's own sessions. `null` until the replica has answered. */
export function useMemberSessions(): MemberSessions | null {
  const now = useNow();
  const loaded = useRange({ collection: 'appointment', index: 'start', from, to });
  if (loaded.loading) return null;
  const coming = loaded.value.filter((session) => session.body.end > now);
  return {
    coming,
    past: loaded.value.filter((session) => session.body.end <= now).toReversed(),
    on: coming.filter((session) => takesPlace(session.body)),
  };
}

/** What is asked of who has used an invite, the oldest first; `null` until the replica has answered. */
export function useJoining(): readonly Joining[] | null {
  const loaded = useRange({ collection: 'joining', index: 'since', from, to });
  return loaded.loading ? null : loaded.value;
}
