import 'temporal-polyfill/global';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { newPeriod, periodChange, periodSchema, periodValues, type PeriodValues } from './availability-form.ts';
import { clockText, minuteOf } from './availability-offer.ts';
import { awayWords, daysWords, offerWords } from './availability-words.ts';
import { ruleOptions, rulesChange, rulesValues, ruleWords } from './booking-rules-form.ts';
import { newOpening, openedTime, openingChange, openingValues } from './opening-form.ts';
import { awayChange, awaySchema, awayValues, newAway } from './unavailability-form.ts';
import { usualRules } from '../../../../sync/collections/booking-rules.ts';

const modify_datetime = '2026-11-20T09:00:00.000Z';
const body = { weekday: 2, from: 540, to: 1440, zone: 'UTC', clinician: 'pro-1', modify_datetime };
const stamps = { from: 'u1', place: 'u2', appointment_type_ids: 'u3' };
const errors = (schema: v.GenericSchema, values: unknown): readonly string[] => {
  const result = v.safeParse(schema, values);
  return result.success ? [] : result.issues.map(({ message }) => message);
};

describe('[C-034] weekly hours in their form', () => {
  test('end at midnight where they end at 00:00, and after they begin', () => {
    expect(clockText(1440)).toBe('00:00');
    expect(minuteOf('09:05')).toBe(545);
    const values = { ...newPeriod, weekdays: '2', to: '00:00' };
    expect(errors(periodSchema, values)).toEqual([]);
    expect(periodChange(values, 2).change).toEqual({ weekday: 2, from: 540, to: 1440 });
    expect(errors(periodSchema, { ...values, to: '09:00' })).toEqual(['It has to end after it begins']);
    expect(errors(periodSchema, newPeriod)).toEqual(['Please choose a day']);
  });

  test('say what was changed, over the version that was on screen, and nothing of what was left', () => {
    const found = periodValues({ ...body, place: 'office_location', office_location_id: 'o1' }, stamps);
    expect(periodChange(found, 2)).toEqual({ change: {}, base: {} });
    expect(periodChange({ ...found, to: '17:00' }, 2)).toEqual({
      change: { weekday: 2, from: 540, to: 1020 },
      base: { from: 'u1' },
    });
    expect(periodChange({ ...found, place: 'telehealth', types: 't1,t2' }, 2)).toEqual({
      change: { place: 'telehealth', office_location_id: null, appointment_type_ids: ['t1', 't2'] },
      base: { place: 'u2', appointment_type_ids: 'u3' },
    });
    expect(periodChange({ ...found, office: '' }, 2).change).toEqual({
      place: 'office_location',
      office_location_id: null,
    });
    const named = periodValues({ ...body, appointment_type_ids: ['t1'] }, stamps);
    expect(periodChange({ ...named, types: '' }, 2).change).toEqual({ appointment_type_ids: null });
    const all: PeriodValues = { ...found, place: '' };
    expect(periodChange(all, 2).change).toEqual({ place: null, office_location_id: null });
  });
});

describe('openings, days away and rules in their forms', () => {
  test('an opening may last over midnight, and is told whole where its time is another one', () => {
    const values = { ...newOpening('2026-12-01'), from: '20:00', to: '01:00' };
    const time = openedTime(values, 'UTC');
    expect(time).toEqual({
      local_start: '2026-12-01T20:00',
      zone: 'UTC',
      minutes: 300,
      start: '2026-12-01T20:00:00.000Z',
    });
    expect(openedTime({ ...values, date: '2026-02-30' }, 'UTC')).toBe('There is no such day or time.');
    const opening = {
      local_start: '2026-12-01T20:00',
      zone: 'UTC',
      minutes: 300,
      start: '2026-12-01T20:00:00.000Z',
      end: '2026-12-02T01:00:00.000Z',
      clinician: 'pro-1',
      modify_datetime,
    };
    const found = openingValues(opening, { start: 'u1', place: 'u2' });
    expect(found).toMatchObject({ date: '2026-12-01', from: '20:00', to: '01:00' });
    if (typeof time === 'string') throw new Error(time);
    expect(openingChange(found, time)).toEqual({ change: {}, base: {} });
    expect(openingChange({ ...found, place: 'outside' }, time)).toEqual({
      change: { place: 'outside', office_location_id: null },
      base: { place: 'u2' },
    });
    expect(openingChange({ ...found, from: '21:00' }, time)).toEqual({ change: time, base: { start: 'u1' } });
  });

  test('[C-036] days away are in their order, and 370 at most', () => {
    const away = { ...newAway('2026-12-24'), to_date: '2027-12-28' };
    expect(errors(awaySchema, away)).toEqual([]);
    expect(errors(awaySchema, { ...away, to_date: '2027-12-29' })).toEqual(['At most 370 days at a time']);
    expect(errors(awaySchema, { ...away, to_date: '2026-12-23' })).toEqual(['The last day cannot be before the first']);
    const found = awayValues(
      { from_date: '2026-12-24', to_date: '2026-12-31', zone: 'UTC', clinician: 'pro-1', modify_datetime },
      { from_date: 'u1' },
    );
    expect(awayChange(found)).toEqual({ change: {}, base: {} });
    expect(awayChange({ ...found, to_date: '2027-01-01' })).toEqual({
      change: { from_date: '2026-12-24', to_date: '2027-01-01' },
      base: { from_date: 'u1' },
    });
  });

  test('rules are said one by one, in words; one that is not among the choices can stay', () => {
    const found = rulesValues({ ...usualRules, notice_minutes: 45 }, { buffer_minutes: 'u1' });
    expect(rulesChange(found)).toEqual({ change: {}, base: {} });
    expect(rulesChange({ ...found, buffer_minutes: '15', step_minutes: '60' })).toEqual({
      change: { buffer_minutes: 15, step_minutes: 60 },
      base: { buffer_minutes: 'u1', step_minutes: '' },
    });
    expect(ruleOptions('notice_minutes', '45').slice(0, 3)).toEqual([
      { value: '0', label: 'None' },
      { value: '45', label: '45 min' },
      { value: '60', label: '1 h' },
    ]);
    expect(ruleWords('notice_minutes', 2880)).toBe('2 days');
    expect(ruleWords('horizon_days', 365)).toBe('1 year');
    expect(ruleWords('step_minutes', 30)).toBe('Every half hour');
  });
});

test('what is said of hours is short', () => {
  expect(daysWords([0, 5, 1])).toBe('Monday, Friday and Sunday');
  expect(daysWords([2])).toBe('Tuesday');
  expect(awayWords({ from_date: '2026-12-24', to_date: '2026-12-24' }, '2026-11-20')).not.toContain('–');
  const types = [{ id: 't1', body: { label: 'Intake' } }] as never;
  const offices = [{ id: 'o1', body: { office_name: 'Main Street' } }] as never;
  expect(offerWords({}, { types, offices })).toBeNull();
  expect(offerWords({ place: 'office_location', office_location_id: 'o1' }, { types, offices })).toBe('Main Street');
  expect(offerWords({ place: 'telehealth', appointment_type_ids: ['t1', 't9'] }, { types, offices })).toBe(
    'Video only · Intake, a type no longer offered',
  );
});
