import 'temporal-polyfill/global';
import { describe, expect, it } from 'vitest';
import { appointmentBodyOf, membershipOf } from '../../../../sync/testing/builders.ts';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { accessOf, proposedSessions } from './transfer-plan.ts';

const session = (id: string, start: string, change: Partial<Appointment> = {}): Session =>
  ({
    collection: 'appointment',
    id,
    scope: 'chart:c1',
    cls: 'scheduling',
    version: 1,
    shape: 2,
    stamps: {},
    pending: false,
    seq: 1,
    body: appointmentBodyOf({ start, ...change }),
  }) as never;
const now = '2026-11-21T09:00:00.000Z';
const first = session('a1', '2026-11-21T10:00:00.000Z');

describe('[S-202] which sessions go over', () => {
  // Midnight in Denver is at seven.
  const all = [
    session('later', '2026-12-21T07:00:00.000Z'),
    first,
    session('week', '2026-11-28T07:00:00.000Z'),
    session('early', '2026-11-28T06:59:59.999Z'),
    session('over', '2026-11-20T10:00:00.000Z'),
    session('off', '2026-12-01T10:00:00.000Z', { status: 'cancelled_patient' }),
    session('other', '2026-12-01T10:00:00.000Z', { clinician: 'pro-9' }),
    session('sample', '2026-12-01T10:00:00.000Z', { sample: 'shown' }),
  ];
  const idsOf = (notice: number | null) =>
    proposedSessions(first, all, { now, zone: 'America/Denver', notice }).map(({ id }) => id);

  it('this one, or all of her own from so many whole days on', () => {
    expect(idsOf(null)).toEqual(['a1']);
    expect(idsOf(1)).toEqual(['early', 'week', 'later']);
    expect(idsOf(7)).toEqual(['week', 'later']);
    expect(idsOf(30)).toEqual(['later']);
    expect(idsOf(90)).toEqual([]);
  });

  it('not one that has begun', () => {
    const begun = session('a1', now);
    expect(proposedSessions(begun, [begun], { now, zone: 'UTC', notice: null })).toEqual([]);
  });
});

describe('[CA-8] what a colleague has of the chart already', () => {
  const member = (role: 'treating' | 'scheduler' | 'supervisor', change = {}) => ({
    id: role,
    body: membershipOf('pro-2', { role, ...change }),
  });
  it.each([
    [[member('treating'), member('scheduler')], 'chart'],
    [[member('scheduler')], 'sessions'],
    [[member('supervisor')], 'none'],
    [[member('treating', { ended: now })], 'none'],
    [[member('treating', { until: '2026-11-20' })], 'none'],
    [[member('treating', { until: '2026-11-21' })], 'chart'],
    [[], 'none'],
  ] as const)('%#', (members, has) => {
    expect(accessOf(members, 'pro-2', '2026-11-21')).toBe(has);
    expect(accessOf(members, 'pro-3', '2026-11-21')).toBe('none');
  });
});
