// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { chartScope } from '../../../sync/collections/classes.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useKnownPlace } from './use-known-place.ts';

const scope = chartScope('c1');

const placeOf = (collection: string, id: string, client_state: string) => ({
  collection,
  record: { id: `place.${id}`, scope, body: { client_state } },
});

/** A client of these homes, whose sessions were said to be held there, the earliest first. */
function known(homes: readonly string[], said: Readonly<Record<string, readonly [state: string, at: string]>>) {
  const device = new ScreenClient();
  device.put(
    ...homes.map((home_state, index) => ({
      collection: 'chart_person',
      record: { id: `p${index}`, scope, body: { chart_id: 'c1', home_state } },
    })),
    ...Object.keys(said).map((id, index) => ({
      collection: 'appointment',
      record: {
        ...sessionOf(id, { start: `2026-11-1${index}T10:00:00.000Z`, end: `2026-11-1${index}T10:50:00.000Z` }),
        scope,
      },
    })),
    ...Object.entries(said).map(([id, [client_state, modify_datetime]]) => ({
      collection: 'session_place',
      record: { id: `place.${id}`, scope, body: { appointment_id: id, client_state, modify_datetime } },
    })),
    { collection: 'appointment', record: { ...sessionOf('unsaid', {}), scope } },
    // After it.
    {
      collection: 'appointment',
      record: { ...sessionOf('z', { start: '2026-11-22T00:00:00.000Z', end: '2026-11-22T01:00:00.000Z' }), scope },
    },
    {
      collection: 'session_place',
      record: { id: 'place.z', scope, body: { client_state: 'UT', modify_datetime: '2026-12-01T00:00:00.000Z' } },
    },
    // Of somebody else.
    { collection: 'appointment', record: { ...sessionOf('x', {}), scope: chartScope('c2') } },
    {
      collection: 'session_place',
      record: { id: 'place.x', scope, body: { client_state: 'NV', modify_datetime: '2026-12-01T00:00:00.000Z' } },
    },
  );
  const hook = renderHook(() => ({ place: useKnownPlace('c1', '2026-11-22T00:00:00.000Z') }), {
    client: device.client,
    props: undefined,
  });
  const { place } = hook.last();
  hook.leave();
  return place;
}

test('a client is taken to be where the latest session was, whenever that was said', () => {
  const [early, late] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
  expect(known(['CA'], { a: ['WA', late], b: ['OR', early] })).toEqual({ place: 'OR', from: 'session' });
});

test('of a client of many years the latest twelve sessions are looked through, not the first', () => {
  const device = new ScreenClient();
  const days = Array.from({ length: 14 }, (_, day) => `2026-10-${10 + day}`);
  device.put(
    ...days.map((day) => ({
      collection: 'appointment',
      record: { ...sessionOf(day, { start: `${day}T10:00:00.000Z`, end: `${day}T10:50:00.000Z` }), scope },
    })),
    placeOf('session_place', '2026-10-10', 'WA'),
    placeOf('session_place', '2026-10-23', 'OR'),
  );
  const hook = renderHook(() => ({ place: useKnownPlace('c1', '2026-11-22T00:00:00.000Z') }), {
    client: device.client,
    props: undefined,
  });
  expect(hook.last().place).toEqual({ place: 'OR', from: 'session' });
  hook.leave();
});

test.each([
  ['where the home address is', ['CA'], { place: 'CA', from: 'home' }],
  ['nowhere where two of one chart live apart', ['CA', 'OR'], null],
  ['nowhere where nobody has said it', [''], null],
])('where nothing was said of any session: %s', (_what, homes, place) => {
  expect(known(homes, {})).toEqual(place);
});

const monday = { start: '2026-11-20T10:00:00.000Z', end: '2026-11-20T10:50:00.000Z' };
const weekly = { ...monday, place: 'telehealth', series: { id: 's1', date: '2026-11-20' } } as const;

test.each([
  ['the word of its series', weekly, [], { place: 'WA', from: 'series' }],
  ['its own word before that', weekly, [placeOf('session_place', 'a', 'OR')], { place: 'OR', from: 'session' }],
  ['not that of the series where it was held in person', { ...weekly, place: 'office_location' as const }, [], null],
])('[CA-12] of a session that repeats: %s', (_what, session, own, place) => {
  const device = new ScreenClient();
  device.put(
    { collection: 'appointment', record: { ...sessionOf('a', session), scope } },
    placeOf('series_place', 's1', 'WA'),
    ...own,
  );
  const hook = renderHook(() => ({ place: useKnownPlace('c1', '2026-11-22T00:00:00.000Z') }), {
    client: device.client,
    props: undefined,
  });
  expect(hook.last().place).toEqual(place);
  hook.leave();
});
