import { expect, it } from 'vitest';
import { at, mondays, SeriesWorld, taken, timesOf } from '../testing/series-world.ts';
import { mostCancels } from './appointment-series.ts';

const last = '2026-12-14';

it('[CA-9] a series that was ended three times over, and begun again once, ends where the earliest of the others has it', () => {
  const world = new SeriesWorld();
  const id = world.book(mondays);
  for (const [uid, date] of [
    ['c1', last],
    ['c2', '2026-12-07'],
    ['c3', '2026-11-30'],
  ] as const)
    world.run('appointment_series.cancel', { appointment_id: at(id, date), reach: 'following' }, { uid });
  expect(world.series(id).until).toBe('2026-11-29');
  world.run('appointment_series.restore', { series_id: id, cancelled: 'c3' });
  expect(world.series(id).until).toBe('2026-12-06');
  expect(timesOf(world, id)).toEqual([
    '2026-11-23T09:00',
    '2026-11-30T09:00',
    '2026-12-07T09:00 cancelled_orchid_pro',
    '2026-12-14T09:00 cancelled_orchid_pro',
  ]);
});

it('[CA-9] what is cancelled later of a series that has ended already does not put its end off', () => {
  const world = new SeriesWorld();
  const id = world.book(mondays);
  world.run('appointment_series.cancel', { appointment_id: at(id, '2026-11-30'), reach: 'following' }, { uid: 'c1' });
  world.run('appointment.restore', { appointment_id: at(id, last) });
  expect(timesOf(world, id).at(-1)).toBe(`${last}T09:00`);
  world.run('appointment_series.cancel', { appointment_id: at(id, last), reach: 'following' }, { uid: 'c2' });
  expect(timesOf(world, id).at(-1)).toBe(`${last}T09:00 cancelled_orchid_pro`);
  expect(world.series(id).until).toBe('2026-11-29');
});

it('[CA-9] what was to be before the server heard of it is not laid out, whatever time the device says it is', () => {
  const world = new SeriesWorld();
  const id = world.book(mondays, { rule: { unit: 'week', every: 1, ends: { kind: 'count', count: mondays.length } } });
  const through = '2027-01-04';
  const extend = { series_id: id, ends: { kind: 'date', date: through }, through };
  world.run('appointment_series.extend', extend, { receivedAt: '2026-12-21T09:00:00.000Z' });
  const dates = ['2026-12-21', '2026-12-28', through];
  expect(timesOf(world, id, dates)).toEqual([undefined, '2026-12-28T09:00', `${through}T09:00`]);
});

it('[CA-9] of a series that was ended very often, the last end can still be taken back', () => {
  const world = new SeriesWorld();
  const id = world.book(mondays);
  const series = world.records.find((one) => one.id === id);
  const cancels = Array.from({ length: mostCancels }, (_, index) => ({ uid: `old${index}`, date: '2026-12-31' }));
  if (series) world.put({ ...series, body: Object.assign({}, series.body, { cancels }) });
  world.run('appointment_series.cancel', { appointment_id: at(id, last), reach: 'following' }, { uid: 'c1' });
  expect(timesOf(world, id).at(-1)).toBe(`${last}T09:00 cancelled_orchid_pro`);
  world.run('appointment_series.restore', { series_id: id, cancelled: 'c1' });
  expect(timesOf(world, id).at(-1)).toBe(`${last}T09:00`);
});

it('[CA-9] what waited for a time that has passed by now is not made by a later change of the series', () => {
  const world = new SeriesWorld([taken('2026-11-30T09:00')]);
  const id = world.book(mondays);
  expect(world.waiting).toMatchObject([{ series: { date: '2026-11-30' } }]);
  const edit = { appointment_id: at(id, last), reach: 'all', local_start: `${last}T11:00` };
  const now = '2026-12-01T08:00:00.000Z';
  world.run('appointment_series.edit', edit, { now, receivedAt: now });
  expect(timesOf(world, id)).toEqual(['2026-11-23T09:00', undefined, '2026-12-07T11:00', `${last}T11:00`]);
});
