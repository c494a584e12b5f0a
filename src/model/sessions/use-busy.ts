import { longestSessionMinutes } from '../../../sync/collections/appointment.ts';
import { longestBlockMinutes } from '../../../sync/collections/blocked-interval.ts';
import { betweenRange } from '../../../sync/core/index-key.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { addDays, startOfDate } from '../../lib/time.ts';
import { useRange } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';
import type { Interval } from './free-times.ts';
import { counted } from './session-count.ts';

/** What takes a clinician's time, as far as this device knows. */
export interface Busy {
  readonly sessions: readonly Interval[];
  readonly blocks: readonly Interval[];
}

export interface BusySpan extends Interval {
  readonly clinician: string;
  /** A session, or a whole series, that does not stand in its own way. */
  readonly except?: { readonly session?: string | undefined; readonly series?: string | undefined };
}

/** So many days are looked through for free times. */
const days = 16;

/** The days from a date of a zone on in which free times are looked for. */
export function lookedThrough(date: string, zone: string): Interval {
  return { start: startOfDate(date, zone), end: startOfDate(addDays(date, days), zone) };
}

const back = (instant: string, minutes: number): string => toInstant(Date.parse(instant) - minutes * 60_000);
const index = 'clinician_start';

/**
 * What takes a clinician's time: of oneself the sessions and blocks that this device holds; of a colleague what is known of the sessions,
 * and else only that she is busy. Null until the device has answered: before that nothing is known to be free. Null and '' ask of nobody.
 */
export function useBusy(asked: BusySpan | null): Busy | null {
  const { sub } = useMe();
  const clinician = asked?.clinician ?? '';
  const isAsked = asked !== null && clinician !== '';
  const [from, to] = [asked?.start ?? '', asked?.end ?? ''];
  const isOwn = clinician === sub;
  const held = useRange(
    isAsked
      ? { collection: 'appointment', index, ...betweenRange([clinician], back(from, longestSessionMinutes), to) }
      : null,
  );
  const early = isAsked ? back(from, longestBlockMinutes) : '';
  const blocked = useRange(
    isAsked && isOwn ? { collection: 'blocked_interval', index, ...betweenRange([clinician], early, to) } : null,
  );
  const told = useRange(
    isAsked && !isOwn ? { collection: 'busy_time', index, ...betweenRange([clinician], early, to) } : null,
  );
  if (!isAsked || held.loading || (isOwn ? blocked.loading : told.loading)) return null;
  const { session, series } = asked.except ?? {};
  // Of a session that this device holds it knows more than what is told of it.
  const known = new Set([...held.value.map(({ id }) => `busy.${id}`), `busy.${session ?? ''}`]);
  const others = told.loading ? [] : told.value.filter(({ id, body }) => !body.free && !known.has(id));
  const ofOthers = (isBlocked: boolean): readonly Interval[] =>
    others.filter(({ body }) => (body.blocked === true) === isBlocked).map(intervalOf);
  const standing = counted(held.value).filter(
    ({ id, body }) => id !== session && (series === undefined || body.series?.id !== series),
  );
  return {
    sessions: [...standing.map(intervalOf), ...ofOthers(false)],
    blocks: [...(blocked.loading ? [] : blocked.value.map(intervalOf)), ...ofOthers(true)],
  };
}

function intervalOf({ body: { start, end } }: { readonly body: Interval }): Interval {
  return { start, end };
}
