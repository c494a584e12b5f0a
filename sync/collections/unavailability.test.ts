import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { record } from '../testing/call-records.ts';
import { classes, practiceScope } from './classes.ts';
import { daysFrom, unavailability } from './unavailability.ts';

const roles = { 'pro-1 practice:p1': ['professional'], 'pro-3 practice:p1': ['professional'] };
const winter = { from_date: '2026-12-24', to_date: '2027-01-02', zone: 'America/New_York' };
const away: StoredRecord = record({
  collection: 'unavailability',
  id: 'w1',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: { ...winter, clinician: 'pro-1', modify_datetime: '2026-11-20T09:00:00.000Z' },
  stamps: { from_date: 'u1' },
});
const save = (said: Json, { held = [away], base = {}, sub = 'pro-1' } = {}) =>
  runPure(
    { records: held, roles },
    { sub, name: 'unavailability.save', args: { practice_id: 'p1', ...(said as object) }, ctx: { base } },
  );

describe('[CA-10][C-036] days on which a clinician is away', () => {
  test('are read by her practice, and hold nothing of why', () => {
    const outcome = save(winter, { held: [] });
    const [made] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(made).toMatchObject({ scope: 'practice:p1', cls: 'colleagues' });
    expect(made?.body).toEqual({ ...winter, clinician: 'pro-1', modify_datetime: '2026-11-21T09:00:00.000Z' });
    const named = save({ ...winter, label: 'Surgery' }, { held: [] });
    expect(JSON.stringify(named.outcome === 'applied' ? named.records : [])).not.toContain('Surgery');
  });

  test('are real ones, in their order, and 370 at most, the last one included', () => {
    expect(daysFrom('2026-12-24', '2026-12-24')).toBe(1);
    const until = (to_date: string) => save({ ...winter, to_date }, { held: [] });
    expect(until('2026-12-24')).toMatchObject({ outcome: 'applied' });
    expect(until('2027-12-28')).toMatchObject({ outcome: 'applied' });
    for (const wrong of ['2027-12-29', '2026-12-23', '2027-02-30', 'soon'])
      expect(until(wrong), wrong).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ ...winter, zone: 'Nowhere/At_All' }, { held: [] })).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ from_date: '2026-12-24', zone: 'UTC' }, { held: [] })).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ unavailability_id: 'w1', from_date: '2027-01-03' })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('are changed by herself alone, and not over what stands there unseen', () => {
    expect(save({ unavailability_id: 'w1', to_date: '2027-01-04' })).toMatchObject({
      records: [{ body: { ...winter, to_date: '2027-01-04' }, stamps: { from_date: 'uid-1' } }],
    });
    expect(save({ unavailability_id: 'w1', to_date: '2027-01-04' }, { base: { from_date: 'u0' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(save({ unavailability_id: 'w1', to_date: '2027-01-04' }, { sub: 'pro-3' })).toMatchObject({
      code: 'not_found',
    });
    const made = save(winter, { held: [] });
    const twice = save(winter, { held: made.outcome === 'applied' ? [...made.records] : [] });
    expect(twice).toMatchObject({ code: 'already_exists' });
  });

  test('go and come back as they were', () => {
    const outcome = save({ unavailability_id: 'w1', removed: true }, { base: { from_date: 'u1' } });
    const [gone] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(unavailability.indexes.clinician_from(gone as never)).toEqual([]);
    const held = [gone as StoredRecord];
    expect(save({ unavailability_id: 'w1', to_date: '2027-01-04' }, { held })).toMatchObject({
      code: 'changed_meanwhile',
    });
    const back = save({ unavailability_id: 'w1', removed: false }, { held });
    expect(back.outcome === 'applied' && back.records[0]?.body).toEqual({
      ...(away.body as object),
      modify_datetime: '2026-11-21T09:00:00.000Z',
    });
  });
});
