import { longestSessionMinutes } from '../../../sync/collections/appointment.ts';
import { longestBlockMinutes } from '../../../sync/collections/blocked-interval.ts';
import { betweenRange } from '../../../sync/core/index-key.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { addDays, startOfDate } from '../../lib/time.ts';
import { useRange } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';
import type { Interval } from './free-times.ts';
import { standing } from './session-count.ts';

/** What takes a clinician's time, as far as this device knows. */
export interface Busy {
  readonly sessions: readonly Interval[];
  readonly blocks: readonly Interval[];
}

/** So many days are looked through for free times. */
const days = 16;
const back = (instant: string, minutes: number): string => toInstant(Date.parse(instant) - minutes * 60_000);

/**
 * What takes a clinician's time from a date of a zone on. Of oneself the sessions and blocks that this device holds; of a colleague what
 * is known of the sessions, and else only that she is busy. `except`: a session that is moved does not stand in its own way.
 */
export function useBusy(clinician: string, date: string, zone: string, except: string | null = null): Busy {
  const { sub } = useMe();
  const isOwn = clinician === sub;
  const from = startOfDate(date, zone);
  const to = startOfDate(addDays(date, days), zone);
  const early = back(from, longestSessionMinutes);
  const earlier = back(from, longestBlockMinutes);
  const asked = clinician !== '';
  const held = useRange(
    asked ? { collection: 'appointment', index: 'clinician_start', ...betweenRange([clinician], early, to) } : null,
  );
  const blocked = useRange(
    asked && isOwn
      ? { collection: 'blocked_interval', index: 'clinician_start', ...betweenRange([clinician], earlier, to) }
      : null,
  );
  const told = useRange(
    asked && !isOwn
      ? { collection: 'busy_time', index: 'clinician_start', ...betweenRange([clinician], earlier, to) }
      : null,
  );
  const own = held.loading ? [] : held.value;
  const known = new Set(own.map(({ id }) => `busy.${id}`));
  const others = told.loading ? [] : told.value.filter(({ id, body }) => !body.free && !known.has(id));
  const takesTime = standing(own).filter(({ id, body }) => id !== except && body.sample === undefined);
  const ofOthers = (isBlocked: boolean): readonly Interval[] =>
    others.filter(({ id, body }) => (body.blocked === true) === isBlocked && id !== `busy.${except}`).map(intervalOf);
  return {
    sessions: [...takesTime.map(intervalOf), ...ofOthers(false)],
    blocks: [...(blocked.loading ? [] : blocked.value.map(intervalOf)), ...ofOthers(true)],
  };
}

function intervalOf({ body: { start, end } }: { readonly body: Interval }): Interval {
  return { start, end };
}
