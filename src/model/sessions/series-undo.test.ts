import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { occurrenceIdOf } from '../../../sync/collections/appointment.ts';
import type { Json } from '../../../sync/core/record.ts';
import { now, SeriesWorld } from '../../../sync/testing/series-world.ts';
import { factsOfChange, reachCount, type SeriesReach } from './series-reach.ts';
import { undoSteps } from './series-undo.ts';
import type { Session } from './use-own-sessions.ts';

const mondays = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28'];

/** Mondays at nine, from the fourth on at eleven and in the office; the second and the fifth were put elsewhere on their own. */
function begun(): { readonly world: SeriesWorld; readonly id: string } {
  const world = new SeriesWorld();
  const id = world.book(mondays);
  const edit = (name: string, args: Json) => expect(world.run(name, args)).toMatchObject({ outcome: 'applied' });
  edit('appointment_series.edit', {
    appointment_id: occurrenceIdOf(id, '2026-12-14'),
    reach: 'following',
    local_start: '2026-12-14T11:00',
    place: 'office_location',
  });
  for (const [date, hour] of [
    ['2026-11-30', '14'],
    ['2026-12-21', '15'],
  ] as const)
    edit('appointment.edit', {
      appointment_id: occurrenceIdOf(id, date),
      local_start: `${date}T${hour}:00`,
      zone: 'UTC',
      start: `${date}T${hour}:00:00.000Z`,
      appointment_type_label: 'Its own',
    });
  return { world, id };
}

function sessionsOf(world: SeriesWorld): readonly Session[] {
  const held = world.records.filter(({ collection }) => collection === 'appointment');
  return held.map((record) => ({ ...record, pending: false })) as unknown as readonly Session[];
}

/** All that was planned, whatever the versions are. */
function planned(world: SeriesWorld, id: string): unknown {
  const facts = mondays.map((date) => {
    const { modify_datetime: _at, ...session } = world.session(id, date) ?? {};
    return session;
  });
  return { facts, plan: world.series(id).plan };
}

const changes = {
  'its time': { local_start: 'T08:00', zone: 'UTC', start: 'T08:00:00.000Z' },
  'its length': { minutes: 30 },
  'its label and place': { appointment_type_label: 'Otherwise', place: 'outside' },
  'a price where none was said': { price_cents: 9000, minutes: 45 },
} as const;
const cases = (['following', 'all'] as const).flatMap((reach) =>
  mondays.flatMap((date) => Object.keys(changes).map((what) => [reach, date, what] as const)),
);

/** The change as it is sent for that session. */
function changeFor(date: string, what: string): { readonly [name: string]: Json } {
  const change: Readonly<Record<string, Json>> = changes[what as keyof typeof changes];
  return Object.fromEntries(
    Object.entries(change)
      .filter(([name]) => name !== 'start')
      .map(([name, value]) => [name, typeof value === 'string' && value.startsWith('T') ? date + value : value]),
  );
}

function changed(date: string, reach: SeriesReach, what: string) {
  const { world, id } = begun();
  const sessions = sessionsOf(world);
  const looked = sessions.find((one) => one.body.series?.date === date);
  if (!looked) throw new Error(`no session of ${date}`);
  const { plan } = world.series(id);
  const change = changeFor(date, what);
  const facts = factsOfChange(change);
  const none = new Set<string>();
  const count = reachCount(looked, reach, { sessions, plan, noted: none, billed: none, now }, facts);
  const before = planned(world, id);
  const outcome = world.run('appointment_series.edit', { appointment_id: looked.id, reach, ...change });
  return { world, id, looked, plan, facts, count, before, outcome };
}

test.each(cases)('[CA-9] of %s from %s, %s: what is said to be changed is what is changed', (reach, date, what) => {
  const { count, outcome, id } = changed(date, reach, what);
  const written = outcome.outcome === 'applied' ? outcome.records : [];
  const ids = written.filter(({ collection }) => collection === 'appointment').map((record) => record.id);
  expect(count.changed.map((one) => one.id).toSorted()).toEqual(ids.toSorted());
  expect(ids).toContain(occurrenceIdOf(id, date));
});

test('[CA-9] a session that had a time of its own goes back there, whatever is blocked by now', () => {
  const { looked, plan, facts, count } = changed('2026-11-30', 'all', 'its time');
  const steps = undoSteps(looked, 'all', { plan, changed: count.changed }, facts);
  const { local_start, zone, minutes, start } = looked.body;
  expect(steps.at(-1)).toEqual({
    name: 'appointment.edit',
    args: { appointment_id: looked.id, local_start, zone, minutes, start, force_book_over_blocked: true },
  });
});

test.each(cases)('[CA-9] of %s from %s, %s: taking it back brings back all that was planned', (reach, date, what) => {
  const { world, id, looked, plan, facts, count, before } = changed(date, reach, what);
  expect(planned(world, id)).not.toEqual(before);
  for (const { name, args } of undoSteps(looked, reach, { plan, changed: count.changed }, facts))
    expect(world.run(name, args as Json)).toMatchObject({ outcome: 'applied' });
  expect(planned(world, id)).toEqual(before);
});

test('[CA-9] a part of the plan of which no session was changed is not written again', () => {
  const { world, id } = begun();
  const [whole] = world.series(id).plan;
  const sessions = sessionsOf(world);
  const sessionOn = (date: string) => sessions.find((one) => one.body.series?.date === date);
  const [looked, last] = [sessionOn('2026-11-23'), sessionOn('2026-12-07')];
  if (!whole || !looked || !last) throw new Error('three Mondays');
  const plan = ['2026-11-23', '2026-11-30', '2026-12-07'].map((from) => ({ ...whole, from }));
  const steps = undoSteps(looked, 'all', { plan, changed: [last] }, ['place']);
  expect(steps.map(({ args }) => [args.appointment_id, 'reach' in args && args.reach])).toEqual([
    [looked.id, 'all'],
    [last.id, 'following'],
  ]);
});
