import { expect, test } from 'vitest';
import { canRead } from '../core/run-mutation.ts';
import type { StoredRecord } from '../core/record.ts';
import { officeOf, record, session } from '../testing/call-records.ts';
import { runPure } from '../testing/run-pure.ts';
import { recordOf, SeriesWorld } from '../testing/series-world.ts';
import { occurrenceIdOf } from './appointment.ts';
import { classes } from './classes.ts';
import { registry } from './index.ts';

const elm = {
  clinician: 'pro-1',
  office_name: 'Elm Street',
  office_address_line1: '1 Elm St',
  office_address_line2: '',
  office_city: 'Denver',
  office_state: 'CO',
  office_zipcode: '80202',
};
const roles = {
  'pro-1 chart:c1': ['treating'],
  'pro-1 practice:p1': ['professional'],
  'pro-1 practice:p2': ['professional'],
  'pro-2 chart:c1': ['scheduler'],
  'pro-2 practice:p1': ['professional'],
  'desk-1 chart:c1': ['practice.scheduler'],
  'desk-1 practice:p1': ['scheduler'],
  'mia chart:c1': ['client'],
};
/** To come. */
const time = { start: '2026-12-01T09:00:00.000Z', end: '2026-12-01T09:50:00.000Z' };
const held = [session({ place: 'office_location', ...time }), officeOf('pro-1'), officeOf('pro-2')];
const before = (stamp: string, change: object = {}): StoredRecord =>
  record({
    collection: 'session_office',
    id: 'office.a1',
    cls: classes.scheduling,
    body: {
      appointment_id: 'a1',
      office_location_id: 'place-pro-1',
      ...elm,
      modify_datetime: '2026-11-20T09:00:00.000Z',
      ...change,
    },
    stamps: { office_location_id: stamp },
  });
const say = (records: readonly StoredRecord[], { of = 'place-pro-1', base = {}, sub = 'pro-1' } = {}) =>
  runPure(
    { records, roles },
    { sub, name: 'session_office.say', args: { appointment_id: 'a1', office_location_id: of }, ctx: { base } },
  );

test('[CA-13] who plans a session says in which office of its clinician’s it is held, and its address goes along', () => {
  for (const sub of ['pro-1', 'desk-1'])
    expect(say(held, { sub }), sub).toMatchObject({
      records: [
        {
          id: 'office.a1',
          scope: 'chart:c1',
          cls: 'scheduling',
          body: { appointment_id: 'a1', office_location_id: 'place-pro-1', ...elm },
        },
      ],
    });
  // The same word is no change; a changed office is copied anew.
  expect(say([...held, before('u1')], { base: { office_location_id: 'u0' } })).toMatchObject({ records: [] });
  const moved = [held[0]!, officeOf('pro-1', { office_address_line1: '9 Oak St', office_name: 'Oak Street' })];
  expect(say([...moved, before('u1')], { base: { office_location_id: 'u1' } })).toMatchObject({
    records: [{ body: { office_name: 'Oak Street', office_address_line1: '9 Oak St' } }],
  });
});

test('[CA-13] no office of somebody else, of another practice or that is none to go to, and not over a word that was not seen', () => {
  expect(say(held, { of: 'place-pro-2' })).toMatchObject({ code: 'not_found' });
  expect(say(held, { of: 'place-none' })).toMatchObject({ code: 'not_found' });
  expect(say([held[0]!, { ...officeOf('pro-1'), scope: 'practice:p2' }])).toMatchObject({ code: 'not_found' });
  expect(say([held[0]!, officeOf('pro-1', { session_location_type: 'telehealth' })])).toMatchObject({
    code: 'not_found',
  });
  expect(say(held.slice(1))).toMatchObject({ code: 'not_found' });
  expect(say([session({ sample: 'shown' }), ...held.slice(1)])).toMatchObject({ code: 'is_sample' });
  // Who is there for the sake of her own sessions, and the client.
  for (const sub of ['pro-2', 'mia']) expect(say(held, { sub }), sub).toMatchObject({ code: 'not_allowed' });
  const other = [...held, before('u2', { office_location_id: 'place-old' })];
  expect(say(other, { base: { office_location_id: 'u1' } })).toMatchObject({ code: 'changed_meanwhile' });
  expect(say(other, { base: { office_location_id: 'u2' } })).toMatchObject({ outcome: 'applied' });
});

test('[CA-13] the office of a series is said of each of its sessions, by who plans it', () => {
  const world = new SeriesWorld();
  const id = world.book(['2026-11-23', '2026-11-30'], { place: 'office_location' });
  world.put(officeOf('pro-1'), officeOf('pro-2'));
  const tell = (of: string, more: Parameters<SeriesWorld['run']>[2] = {}, args: object = {}) =>
    world.copy().run('series_office.say', { series_id: id, office_location_id: of, ...args }, more);
  const word = (date: string) => ({ id: `office.${occurrenceIdOf(id, date)}`, scope: 'chart:c1', body: elm });
  expect(tell('place-pro-1')).toMatchObject({ records: [word('2026-11-23'), word('2026-11-30')] });
  expect(tell('place-pro-1', {}, { from: '2026-11-30' })).toMatchObject({ records: [word('2026-11-30')] });
  expect(tell('place-pro-2')).toMatchObject({ code: 'not_found' });
  for (const sub of ['pro-2', 'mia']) expect(tell('place-pro-1', { sub }), sub).toMatchObject({ code: 'not_allowed' });
  const none = { series_id: 'none', office_location_id: 'place-pro-1' };
  expect(world.copy().run('series_office.say', none)).toMatchObject({ code: 'not_found' });
});

test('[CA-13] of a series those that are over, cancelled, by video or held by somebody else are left as they are; so are those of which another office was said', () => {
  const world = new SeriesWorld();
  const dates = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28'];
  const id = world.book(dates, { place: 'office_location' });
  world.put(officeOf('pro-1'));
  const change = (date: string, body: object): void => {
    const one = world.records.find((record) => record.id === occurrenceIdOf(id, date));
    if (one) world.put({ ...one, body: Object.assign({}, one.body, body) });
  };
  change('2026-11-23', { start: '2026-11-20T09:00:00.000Z', end: '2026-11-20T09:50:00.000Z' });
  change('2026-11-30', { status: 'cancelled_patient' });
  change('2026-12-07', { place: 'telehealth' });
  change('2026-12-14', { clinician: 'pro-2' });
  const said = { office_location_id: 'place-old', ...elm, modify_datetime: '2026-11-20T09:00:00.000Z' };
  const of = occurrenceIdOf(id, '2026-12-21');
  world.put(
    recordOf({ collection: 'session_office', id: `office.${of}`, body: { appointment_id: of, ...said }, stamps: {} }),
  );
  const tell = (args: object): readonly string[] => {
    const outcome = world
      .copy()
      .run('series_office.say', { series_id: id, office_location_id: 'place-pro-1', ...args });
    return outcome.outcome === 'applied' ? outcome.records.map((record) => record.id.slice(-10)) : [outcome.outcome];
  };
  expect(tell({})).toEqual(['2026-12-28']);
  expect(tell({ over: 'place-old' })).toEqual(['2026-12-21', '2026-12-28']);
  expect(tell({ over: 'place-other' })).toEqual(['2026-12-28']);
  expect(tell({ undoes: 'u9' })).toEqual([]);
});

test('[CA-13] the next sessions of a series are held where its last one is, as that office now stands', () => {
  const world = new SeriesWorld();
  const id = world.book(['2026-11-23', '2026-11-30'], {
    place: 'office_location',
    rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 2 } },
  });
  world.put(officeOf('pro-1'));
  world.run('series_office.say', { series_id: id, office_location_id: 'place-pro-1' });
  world.put(officeOf('pro-1', { office_address_line1: '9 Oak St' }));
  world.run('appointment_series.extend', { series_id: id, ends: { kind: 'count', count: 3 }, through: '2026-12-07' });
  const next = world.records.find((record) => record.id === `office.${occurrenceIdOf(id, '2026-12-07')}`);
  expect(next?.body).toMatchObject({ office_location_id: 'place-pro-1', office_address_line1: '9 Oak St' });
});

test('[CA-13] whoever holds the last session by now is not said to be in the office of who held it before', () => {
  const world = new SeriesWorld();
  const rule = { unit: 'week', every: 1, ends: { kind: 'count', count: 2 } };
  const id = world.book(['2026-11-23', '2026-11-30'], { place: 'office_location', rule });
  world.put(officeOf('pro-1'));
  world.run('series_office.say', { series_id: id, office_location_id: 'place-pro-1' });
  const handed = world.records.find((one) => one.id === occurrenceIdOf(id, '2026-11-30'));
  if (handed) world.put({ ...handed, body: Object.assign({}, handed.body, { clinician: 'pro-2' }) });
  const extend = { series_id: id, ends: { kind: 'count', count: 3 }, through: '2026-12-07' };
  world.run('appointment_series.extend', extend, { onDevice: true });
  expect(world.session(id, '2026-12-07')?.clinician).toBe('pro-2');
  expect(world.records.some((one) => one.id === `office.${occurrenceIdOf(id, '2026-12-07')}`)).toBe(false);
});

test('[CA-13] it is read by those who read the session', () => {
  const collection = 'session_office';
  const all = ['treating', 'supervisor', 'scheduler', 'practice.scheduler', 'practice.biller', 'client', 'guardian'];
  const read = (of: string) =>
    all.filter((role) => canRead(registry, { collection: of, cls: classes.scheduling }, [role]));
  expect(read(collection)).toEqual(all);
  expect(read(collection)).toEqual(read('appointment'));
});
