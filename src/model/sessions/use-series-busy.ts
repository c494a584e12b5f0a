import { longestSessionMinutes } from '../../../sync/collections/appointment.ts';
import { longestBlockMinutes } from '../../../sync/collections/blocked-interval.ts';
import { betweenRange } from '../../../sync/core/index-key.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { useRange } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';
import type { Interval } from './free-times.ts';
import { counted } from './session-count.ts';
import type { Busy } from './use-busy.ts';

export interface SeriesSpan extends Interval {
  readonly clinician: string;
  /** A session, or a whole series, that does not stand in its own way. */
  readonly except?: { readonly session?: string | undefined; readonly series?: string | undefined };
}

const back = (instant: string, minutes: number): string => toInstant(Date.parse(instant) - minutes * 60_000);

/**
 * What takes a clinician's time over the months of a series, as far as this device knows: of oneself sessions and blocks, of a colleague what
 * is told of her. Null until the device has answered: before that nothing is known to be free. Null asks of nobody.
 */
export function useSeriesBusy(asked: SeriesSpan | null): Busy | null {
  const { sub } = useMe();
  const clinician = asked?.clinician ?? '';
  const isAsked = asked !== null && clinician !== '';
  const [from, to] = [asked?.start ?? '', asked?.end ?? ''];
  const isOwn = clinician === sub;
  const index = 'clinician_start';
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
  const known = new Set(held.value.map(({ id }) => `busy.${id}`));
  const others = told.loading ? [] : told.value.filter(({ id, body }) => !body.free && !known.has(id));
  const ofOthers = (isBlocked: boolean): readonly Interval[] =>
    others.filter(({ body }) => (body.blocked === true) === isBlocked).map(intervalOf);
  const { session, series } = asked.except ?? {};
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
