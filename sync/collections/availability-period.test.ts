import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { record } from '../testing/call-records.ts';
import { availabilityPeriod } from './availability-period.ts';
import { classes, practiceScope } from './classes.ts';

const roles = {
  'pro-1 practice:p1': ['professional'],
  'pro-3 practice:p1': ['professional'],
  'desk-1 practice:p1': ['scheduler'],
};
const nine = { weekday: 2, from: 540, to: 1020, zone: 'America/New_York' };
const tuesday: StoredRecord = record({
  collection: 'availability_period',
  id: 'h1',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: { ...nine, clinician: 'pro-1', modify_datetime: '2026-11-20T09:00:00.000Z' },
  stamps: { from: 'u1', place: 'u2' },
});
const save = (said: Json, { held = [tuesday], base = {}, sub = 'pro-1', practice = 'p1' } = {}) =>
  runPure(
    { records: held, roles },
    { sub, name: 'availability_period.save', args: { practice_id: practice, ...(said as object) }, ctx: { base } },
  );

describe('[CA-10][C-034] the hours of a clinician’s week', () => {
  test('lie in her practice, where colleagues and the front desk read them and biller and clients do not', () => {
    const outcome = save(nine, { held: [] });
    expect(outcome).toMatchObject({
      records: [{ scope: 'practice:p1', cls: 'colleagues', body: { ...nine, clinician: 'pro-1' } }],
    });
    const [made] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(Object.keys(made?.body as object)).not.toContain('place');
    expect(Object.keys(availabilityPeriod.readers).toSorted()).toEqual(['owner', 'professional', 'scheduler']);
    for (const lacking of ['weekday', 'from', 'to', 'zone'] as const) {
      const { [lacking]: _left, ...said } = nine;
      expect(save(said, { held: [] }), lacking).toMatchObject({ code: 'invalid_arguments' });
    }
  });

  test('end after they begin, on a day of the week, in a zone that there is', () => {
    expect(save({ ...nine, to: 1440 }, { held: [] })).toMatchObject({ outcome: 'applied' });
    for (const wrong of [{ to: 540 }, { to: 1441 }, { from: -1 }, { weekday: 7 }, { zone: 'Nowhere/At_All' }])
      expect(save({ ...nine, ...wrong }, { held: [] }), JSON.stringify(wrong)).toMatchObject({
        code: 'invalid_arguments',
      });
    // Also where one of both is changed alone.
    expect(save({ period_id: 'h1', to: 500 })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('are changed by herself alone, fact by fact, and not over what stands there unseen', () => {
    expect(save({ period_id: 'h1', to: 900 })).toMatchObject({
      records: [{ body: { ...nine, to: 900 }, stamps: { from: 'uid-1', place: 'u2' } }],
    });
    expect(save({ period_id: 'h1', to: 900 }, { base: { from: 'u0' } })).toMatchObject({ code: 'changed_meanwhile' });
    expect(save({ period_id: 'h1', to: 900 }, { base: { from: 'u1', place: 'u0' } })).toMatchObject({
      outcome: 'applied',
    });
    expect(save({ period_id: 'h1', to: 1020 }, { base: { from: 'u0' } })).toMatchObject({ records: [] });
    expect(save({ period_id: 'h1', to: 900 }, { sub: 'pro-3' })).toMatchObject({ code: 'not_found' });
    expect(save({ period_id: 'h9', to: 900 })).toMatchObject({ code: 'not_found' });
    expect(save({ period_id: 'h1', to: 900 }, { sub: 'desk-1' })).toMatchObject({ code: 'not_allowed' });
    expect(save({ period_id: 'h1', to: 900 }, { practice: 'p2' })).toMatchObject({ outcome: 'rejected' });
    const made = save(nine, { held: [] });
    const twice = save(nine, { held: made.outcome === 'applied' ? [...made.records] : [] });
    expect(twice).toMatchObject({ code: 'already_exists' });
  });

  test('are for a place, an office and session types where she says so; null takes that away', () => {
    const office = { place: 'office_location', office_location_id: 'o1' };
    const outcome = save({ period_id: 'h1', ...office, appointment_type_ids: ['t2', 't1', 't2'] });
    expect(outcome).toMatchObject({
      records: [
        {
          body: { ...nine, ...office, appointment_type_ids: ['t1', 't2'] },
          stamps: { from: 'u1', place: 'uid-1', appointment_type_ids: 'uid-1' },
        },
      ],
    });
    const held = outcome.outcome === 'applied' ? [...outcome.records] : [];
    const afterwards = (said: object) => {
      const result = save({ period_id: 'h1', ...said }, { held });
      return result.outcome === 'applied' ? result.records[0]?.body : result;
    };
    // Another place has no office; the types stay.
    expect(afterwards({ place: 'telehealth' })).toMatchObject({
      place: 'telehealth',
      appointment_type_ids: ['t1', 't2'],
    });
    expect(afterwards({ place: 'telehealth' })).not.toHaveProperty('office_location_id');
    expect(afterwards({ place: null })).not.toHaveProperty('place');
    expect(afterwards({ office_location_id: null })).not.toHaveProperty('office_location_id');
    expect(afterwards({ appointment_type_ids: null })).not.toHaveProperty('appointment_type_ids');
    expect(afterwards({ to: 900 })).toMatchObject({ ...office, appointment_type_ids: ['t1', 't2'] });
    expect(afterwards({ ...office, appointment_type_ids: ['t1', 't2'] })).toBeUndefined();
    expect(save({ period_id: 'h1', office_location_id: 'o1' })).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ period_id: 'h1', place: 'telehealth', office_location_id: 'o1' })).toMatchObject({
      code: 'invalid_arguments',
    });
    expect(save({ period_id: 'h1', appointment_type_ids: [] })).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ period_id: 'h1', place: 'telehealth' }, { base: { place: 'u0' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
  });

  test('go and come back as they were; nobody writes into what is gone', () => {
    expect(save({ period_id: 'h1', removed: true }, { base: { from: 'u0' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    const outcome = save({ period_id: 'h1', removed: true }, { base: { from: 'u1' } });
    const [gone] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(gone?.stamps).toMatchObject({ from: 'u1', removed: 'uid-1' });
    expect(availabilityPeriod.indexes.clinician(gone as never)).toEqual([]);
    const held = [gone as StoredRecord];
    expect(save({ period_id: 'h1', to: 900 }, { held })).toMatchObject({ code: 'changed_meanwhile' });
    expect(save({ period_id: 'h1', removed: true }, { held })).toMatchObject({ records: [] });
    const back = save({ period_id: 'h1', removed: false }, { held });
    expect(back.outcome === 'applied' && back.records[0]?.body).toEqual({
      ...(tuesday.body as object),
      modify_datetime: '2026-11-21T09:00:00.000Z',
    });
  });
});
