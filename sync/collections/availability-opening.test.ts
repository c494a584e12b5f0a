import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { record } from '../testing/call-records.ts';
import { availabilityOpening } from './availability-opening.ts';
import { classes, practiceScope } from './classes.ts';

const roles = { 'pro-1 practice:p1': ['professional'], 'pro-3 practice:p1': ['professional'] };
const noon = { local_start: '2026-11-22T12:00', zone: 'UTC', start: '2026-11-22T12:00:00.000Z', minutes: 60 };
const end = '2026-11-22T13:00:00.000Z';
const opened: StoredRecord = record({
  collection: 'availability_opening',
  id: 'o1',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: { ...noon, end, clinician: 'pro-1', modify_datetime: '2026-11-20T09:00:00.000Z' },
  stamps: { start: 'u1' },
});
const save = (said: Json, { held = [opened], base = {}, sub = 'pro-1', onDevice = false } = {}) =>
  runPure(
    { records: held, roles },
    {
      sub,
      name: 'availability_opening.save',
      args: { practice_id: 'p1', ...(said as object) },
      ctx: { base },
      onDevice,
    },
  );

describe('[CA-10] a time that is open for sessions once', () => {
  test('lies in the practice, with its beginning as it is derived where that is decided', () => {
    expect(save(noon, { held: [] })).toMatchObject({
      records: [{ scope: 'practice:p1', cls: 'colleagues', body: { ...noon, end, clinician: 'pro-1' } }],
    });
    const said = { ...noon, zone: 'America/New_York', start: '2026-11-22T16:00:00.000Z' };
    expect(save(said, { held: [] })).toMatchObject({ records: [{ body: { start: '2026-11-22T17:00:00.000Z' } }] });
    expect(save(said, { held: [], onDevice: true })).toMatchObject({ records: [{ body: { start: said.start } }] });
    expect(save({ ...noon, minutes: 24 * 60 + 1 }, { held: [] })).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ ...noon, start: '2026-11-29T12:00:00.000Z' }, { held: [] })).toMatchObject({
      code: 'invalid_arguments',
    });
    for (const lacking of ['local_start', 'zone', 'minutes', 'start'] as const) {
      const { [lacking]: _left, ...rest } = noon;
      expect(save(rest, { held: [] }), lacking).toMatchObject({ code: 'invalid_arguments' });
    }
  });

  test('is derived anew where the table of zones says another thing', () => {
    const body = { ...(opened.body as object), zone: 'America/New_York' };
    expect(availabilityOpening.derive?.(body as never)).toMatchObject({
      start: '2026-11-22T17:00:00.000Z',
      end: '2026-11-22T18:00:00.000Z',
    });
    expect(availabilityOpening.derive?.(opened.body as never)).toBeNull();
  });

  test('is changed by herself alone, fact by fact, and not over what stands there unseen', () => {
    expect(save({ opening_id: 'o1', minutes: 90 })).toMatchObject({
      records: [{ body: { minutes: 90, end: '2026-11-22T13:30:00.000Z' }, stamps: { start: 'uid-1' } }],
    });
    expect(save({ opening_id: 'o1', place: 'telehealth' }, { base: { start: 'u0' } })).toMatchObject({
      records: [{ body: { place: 'telehealth' }, stamps: { start: 'u1', place: 'uid-1' } }],
    });
    expect(save({ opening_id: 'o1', minutes: 90 }, { base: { start: 'u0' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(save({ opening_id: 'o1', local_start: '2026-11-23T12:00' })).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ opening_id: 'o1', minutes: 90 }, { sub: 'pro-3' })).toMatchObject({ code: 'not_found' });
    const made = save(noon, { held: [] });
    const twice = save(noon, { held: made.outcome === 'applied' ? [...made.records] : [] });
    expect(twice).toMatchObject({ code: 'already_exists' });
  });

  test('is closed and opened again as it was', () => {
    const outcome = save({ opening_id: 'o1', removed: true }, { base: { start: 'u1' } });
    const [gone] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(availabilityOpening.indexes.clinician_start(gone as never)).toEqual([]);
    const held = [gone as StoredRecord];
    expect(save({ opening_id: 'o1', minutes: 90 }, { held })).toMatchObject({ code: 'changed_meanwhile' });
    const back = save({ opening_id: 'o1', removed: false }, { held });
    expect(back.outcome === 'applied' && back.records[0]?.body).toEqual({
      ...(opened.body as object),
      modify_datetime: '2026-11-21T09:00:00.000Z',
    });
  });
});
