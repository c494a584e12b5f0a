import { describe, expect, test } from 'vitest';
import 'temporal-polyfill/global';
import { usualRules } from '../../../sync/collections/booking-rules.ts';
import {
  awayTimes,
  hasHours,
  hoursStanding,
  nearestFreeTimes,
  slotsOf,
  whyNone,
  type Said,
  type SlotWish,
} from './availability-slots.ts';

const newYork = 'America/New_York';
const utc = (start: string, end: string) => ({ start: `${start}:00.000Z`, end: `${end}:00.000Z` });
/** Tuesdays from nine to twelve. */
const tuesday = { body: { weekday: 2, from: 540, to: 720, zone: 'UTC' } };
const away = (from_date: string, to_date: string, zone = 'UTC') => ({ body: { from_date, to_date, zone } });
const said = (change: Partial<Said> = {}): Said => ({
  periods: [tuesday],
  openings: [],
  away: [],
  rules: usualRules,
  ...change,
});
const nothing = said({ periods: [] });
const wish = (change: Partial<SlotWish> = {}): SlotWish => ({
  zone: 'UTC',
  first: '2026-11-24',
  days: 7,
  minutes: 50,
  wanted: {},
  busy: { sessions: [], blocks: [] },
  now: '2026-11-20T12:00:00.000Z',
  ...change,
});
const times = (one: Said, change?: Partial<SlotWish>) =>
  slotsOf(one, wish(change)).map(({ local_start }) => local_start.slice(5));

describe('[C-034][C-036] free times of what a clinician has said', () => {
  test('are those of her weeks and openings, but for sessions, blocks and days away', () => {
    expect(times(said())).toEqual(['11-24T09:00', '11-24T09:30', '11-24T10:00', '11-24T10:30', '11-24T11:00']);
    const opening = { body: utc('2026-11-26T15:00', '2026-11-26T16:00') };
    expect(times(said({ periods: [], openings: [opening] }))).toEqual(['11-26T15:00']);
    const taken = utc('2026-11-24T09:40', '2026-11-24T10:20');
    expect(times(said(), { busy: { sessions: [taken], blocks: [] } })).toEqual(['11-24T10:30', '11-24T11:00']);
    expect(times(said(), { busy: { sessions: [], blocks: [taken] } })).toEqual(['11-24T10:30', '11-24T11:00']);
    expect(times(said({ away: [away('2026-11-24', '2026-11-24')] }))).toEqual([]);
  });

  test('follow her rules', () => {
    const rules = (change: object) => said({ rules: { ...usualRules, ...change } });
    expect(times(rules({ step_minutes: 60 }))).toEqual(['11-24T09:00', '11-24T10:00', '11-24T11:00']);
    const sessions = [utc('2026-11-24T08:00', '2026-11-24T09:00')];
    expect(times(rules({ buffer_minutes: 15 }), { busy: { sessions, blocks: [] } })).toHaveLength(4);
    expect(times(rules({ notice_minutes: 5 * 24 * 60 }))).toEqual([]);
    expect(times(rules({ horizon_days: 3 }))).toEqual([]);
  });

  test('are for the place and the session type that is wanted', () => {
    const video = { body: { ...tuesday.body, place: 'telehealth' as const, appointment_type_ids: ['t1'] } };
    expect(times(said({ periods: [video] }), { wanted: { place: 'outside' } })).toEqual([]);
    expect(times(said({ periods: [video] }), { wanted: { appointment_type_id: null } })).toEqual([]);
    expect(
      times(said({ periods: [video] }), { wanted: { place: 'telehealth', appointment_type_id: 't1' } }),
    ).toHaveLength(5);
  });

  test('where there are none it is known why', () => {
    expect(hasHours(nothing)).toBe(false);
    expect(whyNone(nothing, wish())).toEqual({ kind: 'no-hours' });
    const video = { body: { ...tuesday.body, place: 'telehealth' as const } };
    expect(whyNone(said({ periods: [video] }), wish({ wanted: { place: 'outside' } }))).toEqual({
      kind: 'not-for-this',
    });
    expect(whyNone(said({ rules: { ...usualRules, horizon_days: 3 } }), wish())).toEqual({ kind: 'too-far' });
    expect(whyNone(said(), wish())).toEqual({ kind: 'full' });
    // Two that touch are one; until which day is told, also beyond what was looked at.
    const gone = [away('2026-11-28', '2026-12-05'), away('2026-11-20', '2026-11-27')];
    expect(whyNone(said({ away: gone }), wish())).toEqual({ kind: 'away', until: '2026-12-05' });
    expect(whyNone(said({ away: gone.slice(1) }), wish())).toEqual({ kind: 'full' });
    expect(whyNone(said({ away: [away('2026-11-23', '2026-12-05')] }), wish())).toEqual({
      kind: 'away',
      until: '2026-12-05',
    });
    // From now on, where that is in the midst of the first day.
    const now = '2026-11-24T13:00:00.000Z';
    expect(whyNone(said({ away: [away('2026-11-24', '2026-12-05')] }), wish({ now }))).toMatchObject({ kind: 'away' });
  });
});

describe('how a time stands to her hours', () => {
  const at = (one: Said, start: string, end: string) => hoursStanding(one, utc(start, end), 'UTC');

  test('within, outside, and neither where she has said none', () => {
    expect(at(said(), '2026-11-24T11:10', '2026-11-24T12:00')).toEqual({ kind: 'within' });
    expect(at(said(), '2026-11-24T11:10', '2026-11-24T12:01')).toEqual({ kind: 'outside' });
    expect(at(nothing, '2026-11-24T11:10', '2026-11-24T12:00')).toEqual({ kind: 'unsaid' });
    // Over midnight, and of another zone's day.
    const night = said({
      periods: [
        { body: { weekday: 2, from: 23 * 60, to: 24 * 60, zone: newYork } },
        { body: { weekday: 3, from: 0, to: 60, zone: newYork } },
      ],
    });
    expect(at(night, '2026-11-25T04:30', '2026-11-25T05:30')).toEqual({ kind: 'within' });
  });

  test('[C-036] on a day away it is told until when, whether or not she has hours', () => {
    const gone = { away: [away('2026-11-24', '2026-11-30'), away('2026-12-01', '2026-12-04')] };
    expect(at(said(gone), '2026-11-24T09:00', '2026-11-24T10:00')).toEqual({ kind: 'away', until: '2026-12-04' });
    expect(at(said({ ...gone, periods: [] }), '2026-12-04T09:00', '2026-12-04T10:00')).toMatchObject({ kind: 'away' });
    expect(at(said(gone), '2026-12-05T00:00', '2026-12-05T01:00')).toEqual({ kind: 'outside' });
    expect(awayTimes(said({ away: [away('2026-11-24', '2026-11-24', 'Nowhere/At_All')] }))).toEqual([]);
  });
});

describe('the nearest free times', () => {
  const ask = {
    local_start: '2026-11-24T10:00',
    zone: 'UTC',
    minutes: 50,
    busy: { sessions: [utc('2026-11-24T10:00', '2026-11-24T10:50')], blocks: [] },
    now: '2026-11-20T12:00:00.000Z',
    count: 3,
  };
  const near = (one: Said | null, change: object = {}, wanted = {}) =>
    nearestFreeTimes({ ...ask, ...change }, one, wanted).map(({ local_start }) => local_start.slice(5));

  test('lie in her hours, from the wanted time on', () => {
    expect(near(said())).toEqual(['11-24T11:00', '12-01T09:00', '12-01T09:30']);
    expect(near(said(), { count: 1 })).toEqual(['11-24T11:00']);
    expect(near(said(), { local_start: '2026-11-24T11:00' })).toEqual(['12-01T09:00', '12-01T09:30', '12-01T10:00']);
  });

  test('and who wanted one beside her hours is offered the nearest of that day too', () => {
    const saturday = { local_start: '2026-11-28T10:00', busy: { sessions: [], blocks: [] } };
    expect(near(said(), saturday)).toEqual(['11-28T10:15', '12-01T09:00', '12-01T09:30']);
    // Not where that day is full, or she is away; nor twice what lies in her hours.
    const full = { sessions: [utc('2026-11-28T00:00', '2026-11-29T00:00')], blocks: [] };
    expect(near(said(), { ...saturday, busy: full })[0]).toBe('12-01T09:00');
    expect(near(said({ away: [away('2026-11-28', '2026-11-28')] }), saturday)[0]).toBe('12-01T09:00');
    const early = { local_start: '2026-11-24T08:45', busy: { sessions: [], blocks: [] } };
    expect(near(said(), early)).toEqual(['11-24T09:00', '11-24T09:30', '11-24T10:00']);
  });

  test('and where she has said none, or none of them is free, in anybody’s usual day', () => {
    const usual = ['11-24T11:00', '11-24T11:15', '11-24T11:30'];
    expect(near(null)).toEqual(usual);
    expect(near(nothing)).toEqual(usual);
    const video = { body: { ...tuesday.body, place: 'telehealth' as const } };
    expect(near(said({ periods: [video] }), {}, { place: 'outside' })).toEqual(usual);
    // Never on days away.
    expect(near(said({ periods: [], away: [away('2026-11-24', '2026-11-25')] }))[0]).toBe('11-26T08:00');
  });
});
