import { describe, expect, it } from 'vitest';
import type { Json } from '../core/record.ts';
import type { Mutation } from '../core/mutation.ts';
import { runPure } from '../testing/run-pure.ts';
import { scope, session } from '../testing/call-records.ts';

/** The session is of eight; it is nine. */
const roles = {
  [`pro-1 ${scope}`]: ['treating'],
  [`desk ${scope}`]: ['practice.scheduler'],
  [`mia ${scope}`]: ['client'],
};
interface Call {
  readonly sub?: string;
  readonly ctx?: Partial<Mutation['ctx']>;
  readonly receivedAt?: string;
}
const run = (name: string, body: object, args: Readonly<Record<string, Json>>, { sub = 'pro-1', ...more }: Call = {}) =>
  runPure(
    { records: [{ ...session(body), stamps: { status: 's1', start: 't1' } }], roles },
    { sub, name: `appointment.${name}`, args: { appointment_id: 'a1', ...args }, ...more },
  );
const held = { held: '2026-11-21T08:55:00.000Z' };

describe('[CA-4] a session took place', () => {
  it('said by who plans it, and taken back', () => {
    for (const sub of ['pro-1', 'desk'])
      expect(run('mark_held', {}, { held: true }, { sub })).toMatchObject({
        outcome: 'applied',
        records: [{ body: { held: '2026-11-21T09:00:00.000Z', status: 'booked' } }],
      });
    const back = run('mark_held', held, { held: false });
    expect(back.outcome === 'applied' && back.records[0]?.body).not.toHaveProperty('held');
    expect(run('mark_held', {}, { held: true }, { sub: 'mia' })).toMatchObject({ code: 'not_allowed' });
    expect(run('mark_held', held, { held: true })).toMatchObject({ outcome: 'applied', records: [] });
  });

  it('that it may have been missed is kept beside it, for when it is taken back', () => {
    expect(run('mark_held', { missed: true }, { held: true })).toMatchObject({ records: [{ body: { missed: true } }] });
    expect(run('mark_held', { ...held, missed: true }, { held: false })).toMatchObject({
      records: [{ body: { missed: true } }],
    });
  });

  it('not before it begins, nor of one that is cancelled or a sample, nor over what stands there', () => {
    const early = { receivedAt: '2026-11-21T07:59:00.000Z' };
    expect(run('mark_held', {}, { held: true }, early)).toMatchObject({ code: 'session_not_begun' });
    expect(run('mark_held', { status: 'cancelled_patient' }, { held: true })).toMatchObject({
      code: 'session_cancelled',
    });
    expect(run('mark_held', { sample: 'shown' }, { held: true })).toMatchObject({ code: 'is_sample' });
    expect(run('mark_held', {}, { held: true }, { ctx: { base: { status: 'old' } } })).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect(run('mark_held', { absent: 'client' }, { held: true })).toMatchObject({ code: 'changed_meanwhile' });
    const missed = { status: 'cancelled_pro_no_join', no_join_from: 'booked' };
    expect(run('mark_held', missed, { held: true })).toMatchObject({ code: 'changed_meanwhile' });
  });

  it('whoever says that somebody did not come says that it was not held; nor is one held that is moved to a time to come', () => {
    const absent = run('mark_no_show', held, { who: 'client' });
    expect(absent.outcome === 'applied' && absent.records[0]?.body).not.toHaveProperty('held');
    const later = { local_start: '2026-11-29T08:00', zone: 'UTC', start: '2026-11-29T08:00:00.000Z', minutes: 50 };
    const moved = run('edit', held, later);
    expect(moved.outcome === 'applied' && moved.records[0]?.body).not.toHaveProperty('held');
    expect(moved.outcome === 'applied' && moved.records[0]?.stamps['status']).not.toBe('s1');
    const label = run('edit', held, { place: 'outside' });
    expect(label.outcome === 'applied' && label.records[0]?.body).toHaveProperty('held');
  });
});
