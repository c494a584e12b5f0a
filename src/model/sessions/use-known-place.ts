import { chartScope } from '../../../sync/collections/classes.ts';
import type { Instant } from '../../../sync/core/record.ts';
import { placeIdOf, type ClientPlace } from '../../../sync/collections/session-place.ts';
import { betweenRange, prefixRange } from '../../../sync/core/index-key.ts';
import { useRange, useRecords } from '../../lib/use-records.ts';
import { placeOfHome } from './client-place.ts';

/** Where a client is taken to be, and what says so. */
export interface KnownPlace {
  readonly place: ClientPlace;
  readonly from: 'session' | 'home';
}

/** So many sessions before the one that is asked about are looked through. */
const lookedAt = 12;

/**
 * Where the client of a chart was at the latest session before a moment of which that was said; else where the home address is, if it is one for everybody
 * of the chart. Null where this device knows neither, and until it has answered.
 */
export function useKnownPlace(chartId: string, before: Instant): KnownPlace | null {
  const asked = chartId !== '';
  const latest = useRange(
    asked
      ? {
          collection: 'appointment',
          index: 'scope_start',
          ...betweenRange([chartScope(chartId)], '', before),
          reverse: true,
          limit: lookedAt,
        }
      : null,
  );
  const people = useRange(asked ? { collection: 'chart_person', index: 'chart', ...prefixRange(chartId) } : null);
  const sessions = latest.loading
    ? []
    : latest.value.toSorted((one, other) => (one.body.start > other.body.start ? -1 : 1));
  const ids = sessions.map(({ id }) => placeIdOf(id));
  const places = useRecords('session_place', ids);
  if (latest.loading || people.loading || !ids.every((id) => places.has(id))) return null;
  // The latest session's word, whenever it was said.
  const [last] = ids.flatMap((id) => places.get(id)?.body ?? []);
  if (last) return { place: last.client_state, from: 'session' };
  const homes = new Set(people.value.map(({ body }) => placeOfHome(body)));
  const [home = null] = homes;
  return homes.size === 1 && home !== null ? { place: home, from: 'home' } : null;
}
