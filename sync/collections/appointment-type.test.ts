import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { record } from '../testing/call-records.ts';
import { appointmentType } from './appointment-type.ts';
import { classes, practiceScope } from './classes.ts';

const roles = { 'pro-1 practice:p1': ['professional'], 'pro-3 practice:p1': ['professional'] };
const talk: StoredRecord = record({
  collection: 'appointment_type',
  id: 't1',
  scope: practiceScope('p1'),
  cls: classes.colleagues,
  body: {
    label: 'Talk',
    price_cents: 9000,
    minutes: 50,
    kind: 'regular',
    orchid_pro_user_id: 'pro-1',
    modify_datetime: '2026-11-20T09:00:00.000Z',
  },
  stamps: { label: 'u1' },
});
const save = (said: Json, { held = [talk], base = {}, sub = 'pro-1', practice = 'p1' } = {}) =>
  runPure(
    { records: held, roles },
    { sub, name: 'appointment_type.save', args: { practice_id: practice, ...(said as object) }, ctx: { base } },
  );

describe('[CA-3][S-003] what a professional offers', () => {
  test('[S-151] has a label, a price, a length and a kind', () => {
    const whole = { label: ' First talk ', price_cents: 0, minutes: 25, kind: 'free introduction' };
    expect(save(whole)).toMatchObject({
      records: [
        {
          scope: 'practice:p1',
          cls: 'colleagues',
          body: { ...whole, label: 'First talk', orchid_pro_user_id: 'pro-1' },
        },
      ],
    });
    for (const lacking of ['label', 'price_cents', 'minutes', 'kind'] as const) {
      const { [lacking]: _left, ...said } = whole;
      expect(save(said), lacking).toMatchObject({ code: 'invalid_arguments' });
    }
    expect(save({ ...whole, label: '  ' })).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ ...whole, price_cents: 1 })).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ ...whole, minutes: 481 })).toMatchObject({ code: 'invalid_arguments' });
  });

  test('is changed by herself alone, fact by fact, and not over what stands there unseen', () => {
    expect(save({ appointment_type_id: 't1', price_cents: 9500 })).toMatchObject({
      records: [{ body: { label: 'Talk', price_cents: 9500 }, stamps: { label: 'u1', price_cents: 'uid-1' } }],
    });
    expect(save({ appointment_type_id: 't1', label: 'Hour' }, { base: { label: 'u0' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(save({ appointment_type_id: 't1', label: 'Hour' }, { base: { label: 'u1' } })).toMatchObject({
      outcome: 'applied',
    });
    expect(save({ appointment_type_id: 't1', label: 'Talk' }, { base: { label: 'u0' } })).toMatchObject({
      records: [],
    });
    expect(save({ appointment_type_id: 't1', kind: 'free introduction' })).toMatchObject({ code: 'invalid_arguments' });
    expect(save({ appointment_type_id: 't1', label: 'Mine' }, { sub: 'pro-3' })).toMatchObject({ code: 'not_found' });
    expect(save({ appointment_type_id: 't9', label: 'None' })).toMatchObject({ code: 'not_found' });
    expect(save({ label: 'x', price_cents: 1, minutes: 5, kind: 'regular' }, { practice: 'p2' })).toMatchObject({
      outcome: 'rejected',
    });
  });

  test('goes out of every list and comes back as it was', () => {
    const outcome = save({ appointment_type_id: 't1', removed: true });
    const [gone] = outcome.outcome === 'applied' ? outcome.records : [];
    expect(appointmentType.indexes.practice(gone as never)).toEqual([]);
    // Not where it says something else by now than what was on screen.
    expect(save({ appointment_type_id: 't1', removed: true }, { base: { label: 'u0' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    const held = [gone as StoredRecord];
    expect(save({ appointment_type_id: 't1', label: 'Hour' }, { held })).toMatchObject({ code: 'changed_meanwhile' });
    const back = save({ appointment_type_id: 't1', removed: false }, { held });
    expect(back.outcome === 'applied' && back.records[0]?.body).toEqual({
      ...(talk.body as object),
      modify_datetime: '2026-11-21T09:00:00.000Z',
    });
  });
});
