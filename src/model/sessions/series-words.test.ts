import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import type { AppointmentSeries } from '../../../sync/collections/appointment-series.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { neighbours, seriesWords } from './series-words.ts';

const british = { hours: 24, monthFirst: false } as const;
const facts = { appointment_type_label: 'Regular Session', place: 'telehealth' } as const;
const series: AppointmentSeries = {
  clinician: 'p1',
  clinician_name: 'Dr. Lee',
  practice_id: 'x',
  first: '2027-01-12',
  rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 4 } },
  plan: [{ from: '2027-01-12', days: 0, time: '10:00', zone: 'UTC', minutes: 50, facts }],
  laid_through: '2027-02-02',
  create_datetime: '2026-11-20T00:00:00.000Z',
  modify_datetime: '2026-11-20T00:00:00.000Z',
};
const dates = ['2027-01-12', '2027-01-19', '2027-01-26', '2027-02-02'];
const seriesSession = (date: string, body: Partial<Appointment> = {}) =>
  sessionOf(date, { start: `${date}T10:00:00.000Z`, end: `${date}T10:50:00.000Z`, series: { id: 's', date }, ...body });
const sessions = dates.map((date) => seriesSession(date));
const [, second = seriesSession('')] = sessions;
const words = (more: Partial<AppointmentSeries>, among = sessions, of = second): string =>
  seriesWords(of, { ...series, ...more }, among, british);

test('[S-036] a session says how it repeats and which of its series it is', () => {
  expect(words({})).toBe('Every week on Tuesday, 10:00 – 2nd of 4');
  expect(words({ rule: { unit: 'month', every: 1, by: 'weekday', ends: { kind: 'open' } } })).toBe(
    'Monthly on the third Tuesday, 10:00 – 2nd, with no end set',
  );
});

test('[S-036] one that ended or stopped says of how many it is; one put together by hand says that alone', () => {
  const open = { rule: { unit: 'week', every: 1, ends: { kind: 'open' } } } as const;
  expect(words({ ...open, until: '2027-02-02' })).toBe('Every week on Tuesday, 10:00 – 2nd of 4');
  expect(words({ ...open, stopped: { why: 'not_allowed', at: '2027-01-01T00:00:00.000Z' } })).toContain('of 4');
  const { rule: _rule, ...byHand } = series;
  expect(seriesWords(second, byHand, sessions, british)).toBe('One of 4 sessions');
});

test('[S-036] cancelled ones are not counted, and one that is cancelled is none of the number', () => {
  const gone = seriesSession('2027-01-12', { status: 'cancelled_orchid_pro' });
  const among = [gone, ...sessions.slice(1)];
  expect(words({}, among)).toContain('1st of 3');
  expect(words({}, among, gone)).toBe('Every week on Tuesday, 10:00');
});

test('[S-036] what was planned otherwise from a date on is said of the dates from then on', () => {
  const plan = [...series.plan, { ...series.plan[0]!, from: '2027-01-26', days: 1, time: '11:30' }];
  expect(words({ plan })).toContain('on Tuesday, 10:00');
  expect(words({ plan }, sessions, sessions[2])).toBe('Every week on Wednesday, 11:30 – 3rd of 4');
  const monthly = { unit: 'month', every: 1, by: 'day', ends: { kind: 'open' } } as const;
  expect(words({ plan, rule: monthly }, sessions, sessions[2])).toContain('Monthly, 11:30');
});

test('the one before and the one after lie by their time, wherever they were put, and stand', () => {
  const late = seriesSession('2027-01-12', { start: '2027-01-20T10:00:00.000Z', end: '2027-01-20T10:50:00.000Z' });
  const gone = seriesSession('2027-01-26', { status: 'cancelled_orchid_pro' });
  const among = [late, second, gone, sessions[3] ?? second];
  expect(neighbours(second, among)).toEqual({ before: undefined, after: late });
  expect(neighbours(late, among)).toEqual({ before: second, after: sessions[3] });
  // The nearest, and not the first of all.
  expect(neighbours(sessions[2] ?? second, sessions)).toEqual({ before: second, after: sessions[3] });
});
