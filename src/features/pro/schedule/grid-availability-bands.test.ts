import 'temporal-polyfill/global';
import { describe, expect, test } from 'vitest';
import { usualRules } from '../../../../sync/collections/booking-rules.ts';
import type { Availability } from '../../../model/sessions/use-availability.ts';
import { bandsOf, hoursWith, labelMinute } from './grid-availability-bands.ts';
import { slotDays } from './find-time-shown.ts';

const record = (id: string, body: object) => ({ id, body, stamps: {}, pending: false }) as never;
const said = (change: Partial<Availability> = {}): Availability => ({
  periods: [record('h1', { weekday: 2, from: 540, to: 720, zone: 'America/New_York' })],
  openings: [],
  away: [],
  rules: usualRules,
  ...change,
});
const week = ['2026-11-23', '2026-11-24', '2026-11-25'];
const shown = (one: Availability, dates = week, zone = 'America/New_York') =>
  bandsOf(one, dates, zone).map(({ said: { kind }, start }) => `${kind} ${start.slice(5, 16)}`);

describe('[S-030] what of the availability lies behind the sessions of a grid', () => {
  test('each period on its days, by its own clock, and what is open once', () => {
    expect(shown(said())).toEqual(['period 11-24T14:00']);
    expect(shown(said(), week, 'Asia/Tokyo')).toEqual(['period 11-24T14:00']);
    const opening = record('o1', { start: '2026-11-25T10:00:00.000Z', end: '2026-11-25T12:00:00.000Z' });
    expect(shown(said({ openings: [opening] }))).toEqual(['period 11-24T14:00', 'opening 11-25T10:00']);
    expect(bandsOf(said(), [], 'UTC')).toEqual([]);
  });

  test('[C-036] and where she is away that, and nothing open', () => {
    const away = record('w1', { from_date: '2026-11-24', to_date: '2026-11-30', zone: 'America/New_York' });
    expect(shown(said({ away: [away] }))).toEqual(['away 11-24T05:00']);
  });

  test('is named where nothing lies over it, else where it begins', () => {
    const band = { from: 540, to: 720 };
    expect(labelMinute(band, [])).toBe(540);
    expect(labelMinute(band, [{ from: 540, to: 590 }])).toBe(600);
    expect(labelMinute(band, [{ from: 540, to: 700 }])).toBe(540);
    expect(labelMinute({ from: 540, to: 560 }, [])).toBe(540);
  });

  test('is within the hours that are shown; days away ask for no more of them', () => {
    const at = { dates: ['2026-11-24'], zone: 'America/New_York' };
    const late = said({ periods: [record('h1', { weekday: 2, from: 450, to: 1230, zone: at.zone })] });
    expect(hoursWith(bandsOf(late, at.dates, at.zone), { first: 8, last: 18 }, at)).toEqual({ first: 7, last: 21 });
    expect(hoursWith(bandsOf(said(), at.dates, at.zone), { first: 8, last: 18 }, at)).toEqual({ first: 8, last: 18 });
    const away = record('w1', { from_date: '2026-11-24', to_date: '2026-11-30', zone: at.zone });
    expect(hoursWith(bandsOf(said({ away: [away] }), at.dates, at.zone), { first: 8, last: 18 }, at)).toEqual({
      first: 8,
      last: 18,
    });
  });
});

test('free times are told day by day, in their order', () => {
  const slot = (local_start: string) => ({ local_start, start: '', end: '' });
  const slots = [slot('2026-11-24T09:00'), slot('2026-11-24T10:00'), slot('2026-11-26T09:00')];
  expect(slotDays(slots)).toEqual([
    { date: '2026-11-24', slots: slots.slice(0, 2) },
    { date: '2026-11-26', slots: slots.slice(2) },
  ]);
  expect(slotDays([])).toEqual([]);
});
