import { expect, test } from 'vitest';
import 'temporal-polyfill/global';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { dayPlan } from './day-plan.ts';

function session(id: string, from: string, until: string, status: Appointment['status'] = 'booked'): Session {
  return {
    collection: 'appointment',
    id,
    scope: 'chart:c',
    cls: 'scheduling',
    version: 1,
    shape: 1,
    stamps: {},
    pending: false,
    body: {
      appointment_type_label: 'Regular Session',
      status,
      local_start: `2026-11-21T${from}`,
      zone: 'UTC',
      start: `2026-11-21T${from}:00.000Z`,
      end: `2026-11-21T${until}:00.000Z`,
      clinician: 'p',
      clinician_name: 'Dr. Lee',
      practice_id: 'x',
      place: 'telehealth',
      minutes: 50,
      modify_datetime: '2026-11-01T00:00:00.000Z',
    },
  };
}

const at = (time: string): string => `2026-11-21T${time}:00.000Z`;
const outline = (rows: ReturnType<typeof dayPlan>): readonly string[] =>
  rows.map((row) =>
    row.kind === 'session'
      ? `${row.session.id} ${row.when}`
      : row.kind === 'gap'
        ? `gap ${row.minutes}${row.nowAt === null ? '' : ' now'}`
        : 'now',
  );

const day = [session('a', '09:00', '09:50'), session('b', '10:00', '10:50'), session('c', '13:00', '13:50')];

test('the present lies in the gap it falls into, and the next session is marked', () => {
  expect(outline(dayPlan(day, at('11:30'), true))).toEqual(['a past', 'b past', 'gap 130 now', 'c next']);
});

test('a breath between two sessions is no gap, but still holds the present', () => {
  expect(outline(dayPlan(day, at('09:55'), true))).toEqual(['a past', 'now', 'b next', 'gap 130', 'c later']);
});

test('a session that is going on is the one that matters', () => {
  expect(outline(dayPlan(day, at('10:20'), true))).toEqual(['a past', 'b now', 'gap 130', 'c later']);
});

test('before the first and after the last session the present stands at the edge', () => {
  expect(outline(dayPlan(day, at('07:00'), true))[0]).toBe('now');
  expect(outline(dayPlan(day, at('20:00'), true)).at(-1)).toBe('now');
});

test('a cancelled session leaves its time free and is never next', () => {
  const withCancelled = [
    session('a', '09:00', '09:50'),
    session('x', '10:00', '10:50', 'cancelled_patient'),
    session('b', '12:00', '12:50'),
  ];
  expect(outline(dayPlan(withCancelled, at('09:55'), true))).toEqual(['a past', 'now', 'x later', 'gap 130', 'b next']);
});

test('another day knows no present', () => {
  expect(outline(dayPlan(day, at('11:30'), false))).not.toContain('now');
});

test('overlapping sessions do not make a negative gap', () => {
  const rows = dayPlan([session('a', '09:00', '11:00'), session('b', '10:00', '10:30')], at('08:00'), false);
  expect(outline(rows)).toEqual(['a later', 'b later']);
  const third = [session('a', '09:00', '11:00'), session('b', '10:00', '10:30'), session('c', '12:00', '12:50')];
  expect(outline(dayPlan(third, at('08:00'), false))).toEqual(['a later', 'b later', 'gap 60', 'c later']);
});

test('what is blocked is not told as free: before it, after it, and not at all where it takes the whole', () => {
  const between = (from: string, until: string) => ({ start: at(from), end: at(until) });
  const rows = (now: string, ...blocked: readonly ReturnType<typeof between>[]) =>
    outline(dayPlan(day.slice(1), at(now), true, { blocked }));
  expect(rows('07:00', between('11:00', '12:00'))).toEqual(['now', 'b next', 'gap 60', 'c later']);
  expect(rows('07:00', between('11:20', '12:00'))).toEqual(['now', 'b next', 'gap 30', 'gap 60', 'c later']);
  expect(rows('11:30', between('11:20', '12:00'))).toEqual(['b past', 'gap 30', 'now', 'gap 60', 'c next']);
  expect(rows('12:15', between('08:00', '12:00'))).toEqual(['b past', 'gap 60 now', 'c next']);
  expect(rows('11:30', between('08:00', '18:00'))).toEqual(['b past', 'now', 'c next']);
});

test('where several people’s sessions lie side by side nobody’s free time is told, and the present has its place', () => {
  const side = [session('a', '09:00', '09:50'), session('b', '09:00', '09:50'), session('c', '13:00', '13:50')];
  expect(outline(dayPlan(side, at('11:00'), true, { shortestGap: Infinity }))).toEqual([
    'a past',
    'b past',
    'now',
    'c next',
  ]);
});
