import type { Appointment } from '../../../sync/collections/appointment.ts';
import { chartScope } from '../../../sync/collections/classes.ts';
import type { Instant } from '../../../sync/core/record.ts';
import { placeIdOf, type ClientPlace } from '../../../sync/collections/session-place.ts';
import { betweenRange, prefixRange } from '../../../sync/core/index-key.ts';
import { useRange, useRecords } from '../../lib/use-records.ts';
import { placeOfHome } from './client-place.ts';

/** Where a client is taken to be, and what says so. */
export interface KnownPlace {
  readonly place: ClientPlace;
  readonly from: 'session' | 'series' | 'home';
}

/** So many sessions before the one that is asked about are looked through. */
const lookedAt = 12;

/**
 * Where the client of a chart was at the latest session before a moment of which that was said, by its own word or, of one by video, by that of its series;
 * else where the home address is, if it is one for everybody of the chart. Null where this device knows neither, and until it has answered.
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
  const ofSeries = sessions.map(({ body }) => seriesPlaceIdOf(body));
  const seriesPlaces = useRecords('series_place', ofSeries);
  if (latest.loading || people.loading || !ids.every((id) => places.has(id))) return null;
  if (!ofSeries.every((id) => id === '' || seriesPlaces.has(id))) return null;
  // The latest session's word, whenever it was said.
  const [last] = sessions.flatMap((session, index): readonly KnownPlace[] => {
    const own = places.get(placeIdOf(session.id))?.body;
    if (own) return [{ place: own.client_state, from: 'session' }];
    const all = seriesPlaces.get(ofSeries[index] ?? '')?.body;
    return all ? [{ place: all.client_state, from: 'series' }] : [];
  });
  if (last) return last;
  const homes = new Set(people.value.map(({ body }) => placeOfHome(body)));
  const [home = null] = homes;
  return homes.size === 1 && home !== null ? { place: home, from: 'home' } : null;
}

/** Of a session by video that repeats: the id of what its series says of the place; '' of any other one, which asks for none. */
export function seriesPlaceIdOf({ place, series }: Pick<Appointment, 'place' | 'series'>): string {
  return place === 'telehealth' && series ? placeIdOf(series.id) : '';
}
