import { describe, expect, it } from 'vitest';
import { scope, session } from '../testing/call-records.ts';
import { runPure, type PureWorld } from '../testing/run-pure.ts';
import type { StoredRecord } from '../core/record.ts';
import { chartScope } from './classes.ts';
import { errorText } from '../protocol/error-codes.ts';

const world = (...records: StoredRecord[]): PureWorld => ({
  records,
  roles: {
    [`pro-1 ${scope}`]: ['treating'],
    'pro-1 practice:p1': ['professional', 'owner'],
    [`member-1 ${scope}`]: ['client'],
  },
});

describe('booking', () => {
  const book = (start: string, end: string) => ({
    name: 'appointment.create',
    args: {
      chart_id: 'c1',
      appointment_type_label: 'Follow-up',
      local_start: start.slice(0, 16),
      zone: 'UTC',
      start,
      end,
      clinician_name: 'Dr. One',
      practice_id: 'p1',
      place: 'telehealth',
    },
  });

  it('[C-635] a session over another one of the clinician is refused, also one of a chart that the device does not hold', () => {
    const elsewhere = { ...session({}, 'a9'), scope: chartScope('c9') };
    const over = book('2026-11-21T08:30:00.000Z', '2026-11-21T09:20:00.000Z');
    const refused = runPure(world(elsewhere), { sub: 'pro-1', ...over });
    expect(refused).toMatchObject({ outcome: 'rejected', code: 'conflicting_session' });
    expect(refused.outcome === 'rejected' && errorText(refused.code)).toBe('Oops...There is a conflicting session!');
    const after = book('2026-11-21T08:50:00.000Z', '2026-11-21T09:40:00.000Z');
    expect(runPure(world(elsewhere), { sub: 'pro-1', ...after })).toMatchObject({ outcome: 'applied' });
  });

  it.each([
    ['its last half hour', '2026-11-21T09:30:00.000Z', '2026-11-21T10:20:00.000Z', false],
    ['the hour after it', '2026-11-21T10:00:00.000Z', '2026-11-21T10:50:00.000Z', true],
    ['the hour before it', '2026-11-21T07:00:00.000Z', '2026-11-21T08:00:00.000Z', true],
    ['all of it and more', '2026-11-21T07:30:00.000Z', '2026-11-21T10:30:00.000Z', false],
  ])('a session of two hours takes two hours: booked over %s', (_part, start, end, isFree) => {
    const long = session({ start: '2026-11-21T08:00:00.000Z', end: '2026-11-21T10:00:00.000Z' }, 'long');
    const outcome = runPure(world(long), { sub: 'pro-1', ...book(start, end) });
    expect(outcome).toMatchObject(isFree ? { outcome: 'applied' } : { code: 'conflicting_session' });
  });

  it('a session of two hours is refused where a short one stands in its second hour', () => {
    const short = session({ start: '2026-11-21T09:30:00.000Z', end: '2026-11-21T10:20:00.000Z' }, 'short');
    const long = book('2026-11-21T08:00:00.000Z', '2026-11-21T10:00:00.000Z');
    expect(runPure(world(short), { sub: 'pro-1', ...long })).toMatchObject({ code: 'conflicting_session' });
  });

  it('a cancelled session frees its time', () => {
    const over = book('2026-11-21T08:30:00.000Z', '2026-11-21T09:20:00.000Z');
    expect(runPure(world(session({ status: 'cancelled_patient' })), { sub: 'pro-1', ...over })).toMatchObject({
      outcome: 'applied',
    });
  });

  it('[AC-1] nobody books into a practice that is not theirs', () => {
    const call = book('2026-11-21T10:00:00.000Z', '2026-11-21T10:50:00.000Z');
    const elsewhere = { ...call, args: { ...call.args, practice_id: 'p2' } };
    expect(runPure(world(), { sub: 'pro-1', ...elsewhere })).toMatchObject({
      outcome: 'rejected',
      code: 'not_allowed',
    });
  });

  const at = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:50:00.000Z'] as const;
  it.each<[string, Record<string, string>, boolean]>([
    ['a zone that there is not', { zone: 'Mars/Olympus' }, false],
    ['an offset instead of a zone', { zone: '+05' }, false],
    ['a date that there is not', { local_start: '2026-13-45T99:99' }, false],
    ['a day that the month has not', { local_start: '2026-11-31T10:00' }, false],
    ['an hour that there is not', { local_start: '2026-11-21T24:30' }, false],
    ['another day than the instant', { local_start: '2026-11-19T10:00' }, false],
    ['another year', { local_start: '2027-11-21T10:00' }, false],
    ['a table of zones that differs by an hour', { local_start: '2026-11-21T09:00' }, true],
    ['a zone far east', { zone: 'Pacific/Kiritimati', local_start: '2026-11-22T00:00' }, true],
    ['a zone far west', { zone: 'Pacific/Pago_Pago', local_start: '2026-11-20T23:00' }, true],
  ])('a session in local time: %s', (_what, change, isTaken) => {
    const call = book(...at);
    const outcome = runPure(world(), { sub: 'pro-1', ...call, args: { ...call.args, ...change } });
    expect(outcome).toMatchObject(isTaken ? { outcome: 'applied' } : { code: 'invalid_arguments' });
  });

  it('an end before its start is refused', () => {
    const wrong = book('2026-11-21T10:00:00.000Z', '2026-11-21T09:00:00.000Z');
    expect(runPure(world(), { sub: 'pro-1', ...wrong })).toMatchObject({ code: 'invalid_arguments' });
  });
});
