import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import type { AvailabilityOpening } from '../../../../sync/collections/availability-opening.ts';
import { newOpening, openedTime, openingChange, openingValues } from './opening-form.ts';

const zone = 'America/New_York';
const body = {
  clinician: 'pro-1',
  practice_id: 'p1',
  local_start: '2026-11-24T22:00',
  zone,
  minutes: 180,
  start: '2026-11-25T03:00:00.000Z',
  end: '2026-11-25T06:00:00.000Z',
} as unknown as AvailabilityOpening;
const stamps = { start: 's1', place: 's2' };

test('an opening comes through its form as it was, by the clock of its own zone, over midnight too', () => {
  const values = openingValues(body, stamps);
  expect(values).toMatchObject({ date: '2026-11-24', from: '22:00', to: '01:00' });
  expect(openedTime(values, zone)).toEqual({
    local_start: body.local_start,
    zone,
    minutes: body.minutes,
    start: body.start,
  });
  expect(openingChange(values, { local_start: body.local_start, zone, minutes: 180, start: body.start })).toEqual({
    change: {},
    base: {},
  });
});

test('a day at most, from one time to the same on the next day', () => {
  const from = (from: string, to: string, date = '2026-11-24') => openedTime({ ...newOpening(date), from, to }, zone);
  expect(from('09:00', '09:00')).toMatchObject({ minutes: 24 * 60 });
  expect(from('09:00', '09:15')).toMatchObject({ minutes: 15 });
  expect(from('09:15', '09:00')).toMatchObject({ minutes: 24 * 60 - 15 });
  // The night in which an hour comes twice has one more than a day may be open.
  expect(from('20:00', '20:00', '2026-10-31')).toBe('At most a day at a time.');
  expect(from('20:00', '20:00', '2026-13-01')).toBe('There is no such day or time.');
});

test('what is changed of its time is said over the version of its time, and nothing of the rest', () => {
  const values = { ...openingValues(body, stamps), to: '02:00' };
  const time = openedTime(values, zone);
  if (typeof time === 'string') throw new Error(time);
  expect(openingChange(values, time)).toEqual({ change: { ...time, minutes: 240 }, base: { start: 's1' } });
});
