// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { beforeEach, expect, test } from 'vitest';
import { occurrenceIdOf } from '../../../../sync/collections/appointment.ts';
import { mondays, now, SeriesWorld, taken } from '../../../../sync/testing/series-world.ts';
import type { Reach } from '../../../model/sessions/series-reach.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { useSeriesChange } from './series-change.ts';
import { valuesOf, type SessionValues } from './session-form.ts';

let world: SeriesWorld;
let id: string;
beforeEach(() => {
  world = new SeriesWorld();
  id = world.book(mondays);
});

/** What the sheet of the session of a date says, with these words typed, where the device holds all of this world. */
function changing(date: string, typed: Partial<SessionValues>, reach: Reach = 'following') {
  const device = new ScreenClient('pro-1');
  device.put(...world.records.map((record) => ({ collection: record.collection, record })));
  const sessions = world.records
    .filter(({ collection }) => collection === 'appointment')
    .map((record) => ({ ...record, pending: false }) as unknown as Session)
    .filter(({ body }) => body.series !== undefined);
  const session = sessions.find(({ body }) => body.series?.date === date);
  if (!session) throw new Error(`no session of ${date}`);
  const none = new Set<string>();
  const series = { sessions, plan: world.series(id).plan, noted: none, billed: none, now };
  const values = { ...valuesOf('c1', session.body, session.stamps), ...typed };
  const hook = renderHook(useSeriesChange, {
    client: device.client,
    props: { session, series, reach, values, zone: 'UTC' },
  });
  const { count, more } = hook.last();
  hook.leave();
  return { changed: count?.changed.map(({ body }) => body.series?.date) ?? null, more };
}
test('what is typed reaches this and the following, or all; of this one alone, and before anything is typed, nothing is said', () => {
  expect(changing('2026-11-30', { time: '11:00' }).changed).toEqual(mondays.slice(1));
  expect(changing('2026-11-30', { time: '11:00' }, 'all').changed).toEqual(mondays);
  expect(changing('2026-11-30', { time: '11:00' }, 'this')).toEqual({ changed: null, more: '' });
  expect(changing('2026-11-30', {})).toEqual({ changed: null, more: '' });
});

test('of the new times those are counted that somebody else has, the last of them too', () => {
  world.put(taken('2026-12-07T11:00', 'one'));
  expect(changing('2026-11-30', { time: '11:00' }).more).toBe(
    'One of the new times is taken or blocked. That session stays where it is and waits under “Needs a time”.',
  );
  world.put(taken('2026-12-14T11:00', 'two'));
  expect(changing('2026-11-30', { time: '11:00' }).more).toMatch(
    /^Two of the new times are taken or blocked\. Those sessions stay/,
  );
});

test('as far as the session that is looked at is moved, each other is moved from its own date', () => {
  world.put(taken('2026-12-08T10:00', 'tuesday'));
  expect(changing('2026-11-30', { date: '2026-12-01', time: '10:00' }).more).toMatch(/^One of the new times/);
  expect(changing('2026-11-30', { date: '2026-12-02', time: '10:00' }).more).toBe('');
});

test('the series does not stand in its own way, and where only the length is changed its times stay', () => {
  // A session later by half an hour would lie over what stands there now.
  expect(changing('2026-11-30', { time: '09:30' }).more).toBe('');
  world.put(taken('2026-12-07T10:00', 'after'));
  expect(changing('2026-11-30', { minutes: '60' }).more).toBe('');
  expect(changing('2026-11-30', { minutes: '75' }).more).toMatch(/^One of the new times/);
});

test('one that has a time of its own stays there; the one that is looked at goes along however it stood', () => {
  const date = '2026-12-07';
  world.run('appointment.edit', {
    appointment_id: occurrenceIdOf(id, date),
    local_start: `${date}T14:00`,
    zone: 'UTC',
    start: `${date}T14:00:00.000Z`,
  });
  world.put(taken(`${date}T11:00`, 'one'));
  expect(changing('2026-11-30', { time: '11:00' })).toEqual({ changed: ['2026-11-30', '2026-12-14'], more: '' });
  expect(changing(date, { time: '11:00' })).toMatchObject({
    changed: [date, '2026-12-14'],
    more: expect.stringMatching(/^One of the new times/),
  });
});

test('while no time is typed, or nothing of the time is changed, none is counted as taken', () => {
  world.put(taken('2026-12-07T11:00', 'one'));
  expect(changing('2026-11-30', { time: '', minutes: '50' }).more).toBe('');
  expect(changing('2026-11-30', { appointment_type_label: 'Otherwise' })).toEqual({
    changed: mondays.slice(1),
    more: '',
  });
});
