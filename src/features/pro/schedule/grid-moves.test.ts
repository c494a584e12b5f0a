import { describe, expect, test } from 'vitest';
import 'temporal-polyfill/global';
import { longestBlockMinutes } from '../../../../sync/collections/blocked-interval.ts';
import { minutesBetween } from '../../../lib/time.ts';
import {
  isSameSpan,
  isSayable,
  movedBy,
  movedTo,
  resizedBy,
  resizedTo,
  snapped,
  spanBetween,
  spanOf,
  timeOfSpan,
  timePlaced,
  type GridSpan,
  type MeantTime,
} from './grid-moves.ts';

const newYork = 'America/New_York';
const span = (minute: number, minutes = 50, date = '2026-11-24'): GridSpan => ({ date, minute, minutes });

describe('a drag', () => {
  test.each([
    [0, 0, 0],
    [7, 0, 0],
    [8, 15, 0],
    [607, 600, 600],
    [1439, 1425, 1425],
    [-20, 0, 0],
    [1500, 1425, 1425],
  ])('minute %i is put at %i, or within the quarter of %i', (minute, near, down) => {
    expect(snapped(minute)).toBe(near);
    expect(snapped(minute, 'down')).toBe(down);
  });

  test.each([
    ['down', 600, 659, 600, 60],
    ['up', 659, 600, 600, 60],
    ['nowhere', 602, 603, 600, 15],
    ['over more than a session may last', 0, 1400, 0, 480],
    ['up over more than that', 1400, 0, 930, 480],
  ])('that draws %s holds both its quarters', (_way, from, to, minute, minutes) => {
    expect(spanBetween({ date: '2026-11-24', minute: from }, to)).toEqual(span(minute, minutes));
  });

  test('moves what it holds to a quarter of any day, as long as it was', () => {
    expect(movedTo(span(610), { date: '2026-11-26', minute: 844 })).toEqual(span(840, 50, '2026-11-26'));
    expect(movedTo(span(610), { date: '2026-11-24', minute: -40 })).toEqual(span(0));
  });

  test('of the lower edge ends on a quarter, and never before a quarter of an hour', () => {
    expect(resizedTo(span(600), 668)).toEqual(span(600, 75));
    expect(resizedTo(span(600), 500)).toEqual(span(600, 15));
    expect(resizedTo(span(600), 1430)).toEqual(span(600, 480));
  });
});

describe('keys', () => {
  test('go by quarters and by days, from beside the raster onto it, over midnight to the day beside', () => {
    expect(movedBy(span(600), { minutes: 15 })).toEqual(span(615));
    expect(movedBy(span(610), { minutes: 15 })).toEqual(span(615));
    expect(movedBy(span(610), { minutes: -15 })).toEqual(span(600));
    expect(movedBy(span(610), { days: -1 })).toEqual(span(610, 50, '2026-11-23'));
    expect(movedBy(span(1425), { minutes: 15 })).toEqual(span(0, 50, '2026-11-25'));
    expect(movedBy(span(0), { minutes: -15 })).toEqual(span(1425, 50, '2026-11-23'));
  });

  test('make a block longer than any session is, and never cut what is longer already', () => {
    expect(resizedBy(span(480, 600), 15, longestBlockMinutes)).toEqual(span(480, 615));
    expect(resizedTo(span(480, 600), 480 + 645, longestBlockMinutes)).toEqual(span(480, 645));
    expect(resizedBy(span(480, 600), 15)).toEqual(span(480, 600));
    expect(resizedBy(span(480, 470), 15)).toEqual(span(480, 480));
  });

  test('change a length to the next quarter', () => {
    expect(resizedBy(span(600), 15)).toEqual(span(600, 60));
    expect(resizedBy(span(600), -15)).toEqual(span(600, 45));
    expect(resizedBy(span(600, 15), -15)).toEqual(span(600, 15));
  });

  test('that lead nowhere leave it as it was', () => {
    expect(isSameSpan(span(600), movedBy(movedBy(span(600), { days: 1 }), { days: -1 }))).toBe(true);
    expect(isSameSpan(span(600), span(615))).toBe(false);
  });
});

describe('on the days on which clocks change', () => {
  test.each([
    ['of 23 hours', '2026-03-07', '2026-03-08', 23],
    ['of 25 hours', '2026-10-31', '2026-11-01', 25],
  ])('a session that is dragged to a day %s keeps its local time and its length', (_name, before, day, hours) => {
    const at = (date: string) => timeOfSpan(span(9 * 60, 50, date), newYork, newYork);
    const [from, to] = [at(before), at(day)];
    expect(to).toMatchObject({ local_start: `${day}T09:00`, zone: newYork, minutes: 50 });
    expect(minutesBetween(from?.start ?? '', to?.start ?? '')).toBe(hours * 60);
    // And lies where it was put.
    expect(spanOf({ start: to?.start ?? '', minutes: 50 }, newYork)).toEqual(span(9 * 60, 50, day));
  });

  test('an hour that is left out is taken as that much later, one that comes twice as the first', () => {
    expect(timeOfSpan(span(150, 50, '2026-03-08'), newYork, newYork)?.start).toBe('2026-03-08T07:30:00.000Z');
    expect(timeOfSpan(span(90, 50, '2026-11-01'), newYork, newYork)?.start).toBe('2026-11-01T05:30:00.000Z');
  });

  test('what was booked in another zone keeps that zone, and comes to the same moment', () => {
    expect(timeOfSpan(span(9 * 60, 50, '2026-11-24'), newYork, 'America/Los_Angeles')).toEqual({
      local_start: '2026-11-24T06:00',
      zone: 'America/Los_Angeles',
      minutes: 50,
      start: '2026-11-24T14:00:00.000Z',
    });
  });

  const placed = (body: MeantTime, gridZone: string, to: (span: GridSpan) => GridSpan) =>
    timePlaced(to(spanOf(body, gridZone)), gridZone, body);
  const bodyAt = (local_start: string, zone: string, start: string, minutes = 50): MeantTime => ({
    local_start,
    zone,
    minutes,
    start,
  });

  test('what is drawn ends where it was drawn', () => {
    expect(timeOfSpan(span(60, 180, '2026-03-08'), newYork, newYork)?.minutes).toBe(120);
    expect(timeOfSpan(span(30, 180, '2026-11-01'), newYork, newYork)?.minutes).toBe(240);
    expect(timeOfSpan(span(1380, 120), newYork, newYork)?.minutes).toBe(120);
  });

  test('what is made longer in the hour that comes twice begins where it began', () => {
    const second = bodyAt('2026-10-25T12:30', 'Australia/Sydney', '2026-10-25T01:30:00.000Z');
    const time = placed(second, 'Europe/London', (was) => resizedBy(was, 15));
    expect(time).toEqual({ ...second, minutes: 60 });
    expect(time && isSayable(time)).toBe(true);
  });

  test('what lies over a change of clocks is drawn to where clocks stand at its end, and a step makes it longer by a step', () => {
    const short = bodyAt('2026-03-08T01:00', newYork, '2026-03-08T06:00:00.000Z', 120);
    expect(spanOf(short, newYork)).toEqual(span(60, 180, '2026-03-08'));
    expect(placed(short, newYork, (was) => resizedBy(was, 15))?.minutes).toBe(135);
    const long = bodyAt('2026-11-01T00:30', newYork, '2026-11-01T04:30:00.000Z', 120);
    expect(placed(long, newYork, (was) => resizedBy(was, 15))?.minutes).toBe(135);
    // Put on another day it is as long as it was.
    expect(placed(short, newYork, (was) => movedBy(was, { days: 2 }))).toMatchObject({ minutes: 120 });
  });

  test('a place that the clock of its own zone does not say is not sayable', () => {
    const body = bodyAt('2026-10-31T02:30', newYork, '2026-10-31T06:30:00.000Z');
    const time = placed(body, 'UTC', (was) => movedBy(was, { days: 1 }));
    expect(time).toMatchObject({ local_start: '2026-11-01T01:30', start: '2026-11-01T06:30:00.000Z' });
    expect(time && isSayable(time)).toBe(false);
  });

  test('a zone that this device does not know is nobody’s', () => {
    expect(timeOfSpan(span(600), 'Nowhere/Such', 'Nowhere/Such')).toBeNull();
  });
});
