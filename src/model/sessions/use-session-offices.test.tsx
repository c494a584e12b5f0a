// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { chartScope, practiceScope, accountScope } from '../../../sync/collections/classes.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useOfficeWord } from './use-office-word.ts';
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

test('[CA-13] sessions are shown in the office that was said, and one by video in none', () => {
  const device = new ScreenClient();
  device.put(
    copy('session_office', 'b', 'oak'),
    copy('session_office', 'c', 'elm'),
    copy('session_office', 'd', 'ash', 'p2'),
  );
  const sessions = [
    weekly('b'),
    weekly('c', { place: 'telehealth' }),
    sessionOf('d', { place: 'office_location' }),
    sessionOf('e', { place: 'office_location' }),
  ];
  const hook = renderHook(
    (of: number) => ({ found: useSessionOffices(sessions), word: useOfficeWord(sessions[of]!) }),
    { client: device.client, props: 0 },
  );
  const { found, word } = hook.last();
  expect([...found].map(([id, { office_name }]) => [id, office_name])).toEqual([['b', 'oak']]);
  expect(word).toEqual({ office: 'oak', stamp: 'said oak' });
  // What holds were it held in person; nothing of somebody else's office.
  hook.draw(1);
  expect(hook.last().word).toEqual({ office: 'elm', stamp: 'said elm' });
  hook.draw(2);
  expect(hook.last().word).toBeNull();
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
