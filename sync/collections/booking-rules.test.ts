import { describe, expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { bookingRules, bookingRulesIdOf, usualRules } from './booking-rules.ts';

const roles = { 'pro-1 practice:p1': ['professional'], 'pro-1 practice:p2': ['professional'] };
const save = (said: Json, { held = [] as readonly StoredRecord[], base = {}, practice = 'p1' } = {}) =>
  runPure(
    { records: held, roles },
    {
      sub: 'pro-1',
      name: 'booking_rules.save',
      args: { practice_id: practice, ...(said as object) },
      ctx: { base },
    },
  );
const saved = (said: Json): readonly StoredRecord[] => {
  const outcome = save(said);
  return outcome.outcome === 'applied' ? outcome.records : [];
};

describe('[CA-10] the rules by which free times of a clinician are found', () => {
  test('are one record of hers; what she has not said is the usual', () => {
    expect(save({ buffer_minutes: 10 })).toMatchObject({
      records: [
        {
          id: 'booking.pro-1',
          scope: 'practice:p1',
          cls: 'colleagues',
          body: { ...usualRules, buffer_minutes: 10, clinician: 'pro-1' },
          stamps: { buffer_minutes: 'uid-1' },
        },
      ],
    });
    expect(save({})).toMatchObject({ records: [] });
    expect(save({ buffer_minutes: usualRules.buffer_minutes })).toMatchObject({ records: [] });
    const [record] = saved({ buffer_minutes: 10 });
    expect(bookingRules.fits?.(record as never)).toBe(true);
    expect(bookingRules.fits?.({ ...record, id: bookingRulesIdOf('pro-3') } as never)).toBe(false);
  });

  test('have their bounds', () => {
    for (const right of [
      { buffer_minutes: 120 },
      { notice_minutes: 14 * 24 * 60 },
      { horizon_days: 1 },
      { horizon_days: 730 },
      { step_minutes: 5 },
    ])
      expect(save(right), JSON.stringify(right)).toMatchObject({ outcome: 'applied' });
    for (const wrong of [
      { buffer_minutes: 121 },
      { buffer_minutes: -1 },
      { notice_minutes: 14 * 24 * 60 + 1 },
      { horizon_days: 0 },
      { horizon_days: 731 },
      { step_minutes: 25 },
    ])
      expect(save(wrong), JSON.stringify(wrong)).toMatchObject({ code: 'invalid_arguments' });
  });

  test('are changed one by one, and not over one that stands there unseen', () => {
    const held = saved({ buffer_minutes: 10 });
    expect(save({ notice_minutes: 60 }, { held, base: { notice_minutes: '', buffer_minutes: 'u0' } })).toMatchObject({
      records: [{ body: { buffer_minutes: 10, notice_minutes: 60 } }],
    });
    expect(save({ buffer_minutes: 15 }, { held, base: { buffer_minutes: 'u0' } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(save({ buffer_minutes: 15 }, { held, base: { buffer_minutes: 'uid-1' } })).toMatchObject({
      outcome: 'applied',
    });
    expect(save({ buffer_minutes: 15 }, { held, practice: 'p2' })).toMatchObject({ code: 'not_found' });
  });
});
