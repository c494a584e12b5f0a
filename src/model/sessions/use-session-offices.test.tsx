// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { chartScope, practiceScope, accountScope } from '../../../sync/collections/classes.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useOfficeWords } from './use-office-words.ts';
import { useOffices } from './use-offices.ts';
import { useSessionOffices } from './session-office.ts';

const scope = chartScope('c1');
const weekly = (id: string, change: object = {}) =>
  sessionOf(id, { place: 'office_location', series: { id: 's1', date: '2026-11-21' }, ...change });
const copy = (collection: string, id: string, office: string, clinician = 'p1') => ({
  collection,
  record: {
    id: `office.${id}`,
    scope,
    body: { office_location_id: office, office_name: office, clinician },
    stamps: { office_location_id: `said ${office}` },
  },
});
const now = '2026-11-21T08:00:00.000Z';

test('[CA-13] sessions are shown in their own office, else in that of their series, and one by video in none', () => {
  const device = new ScreenClient();
  device.put(
    copy('series_office', 's1', 'elm'),
    copy('session_office', 'b', 'oak'),
    copy('session_office', 'd', 'ash'),
  );
  const sessions = [
    weekly('a'),
    weekly('b'),
    weekly('c', { place: 'telehealth' }),
    sessionOf('d', { place: 'office_location' }),
    sessionOf('e', { place: 'office_location' }),
  ];
  const hook = renderHook(
    () => ({ found: useSessionOffices(sessions), words: useOfficeWords(sessions[1]!, sessions, now) }),
    {
      client: device.client,
      props: undefined,
    },
  );
  const { found, words } = hook.last();
  expect([...found].map(([id, { office_name }]) => [id, office_name])).toEqual([
    ['a', 'elm'],
    ['b', 'oak'],
    ['d', 'ash'],
  ]);
  expect(words).toEqual({
    held: 'oak',
    own: new Map([
      ['b', { office: 'oak', stamp: 'said oak' }],
      ['d', { office: 'ash', stamp: 'said ash' }],
    ]),
    ofSeries: { office: 'elm', stamp: 'said elm' },
  });
  hook.leave();
});

test('nobody is shown the office of a series while it is not known whether the session has another', () => {
  const device = new ScreenClient();
  device.put(copy('series_office', 's1', 'elm'));
  const client = new Proxy(device.client, {
    get: (known, name) =>
      name === 'watchGet'
        ? (collection: string, ...rest: readonly unknown[]) =>
            collection === 'session_office'
              ? () => undefined
              : (Reflect.get(known, name) as (...args: readonly unknown[]) => () => void)(collection, ...rest)
        : Reflect.get(known, name),
  });
  const hook = renderHook(() => ({ found: useSessionOffices([weekly('a')]) }), { client, props: undefined });
  expect([...hook.last().found]).toEqual([]);
  hook.leave();
});

test('the offices of a clinician are those in which she sees people, the usual one first', () => {
  const device = new ScreenClient('p1');
  const office = (id: string, body: object) => ({
    collection: 'office_location',
    record: {
      id,
      scope: practiceScope('x'),
      body: { orchid_pro_user_id: 'p1', session_location_type: 'in-person', is_default: false, ...body },
    },
  });
  device.put(
    { collection: 'account', record: { id: 'p1', scope: accountScope('p1'), body: { practice_id: 'x' } } },
    office('a', {}),
    office('b', { is_default: true }),
    office('c', { session_location_type: 'telehealth', is_default: true }),
    office('d', { orchid_pro_user_id: 'p2' }),
  );
  const hook = renderHook(() => ({ offices: useOffices('p1') }), { client: device.client, props: undefined });
  expect(hook.last().offices?.map(({ id }) => id)).toEqual(['b', 'a']);
  hook.leave();
});
