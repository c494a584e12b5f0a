import { describe, expect, test } from 'vitest';
import 'temporal-polyfill/global';
import { nextFreeTimes, overlapping, type FreeAsk } from './free-times.ts';

const newYork = 'America/New_York';
const utc = (start: string, end: string) => ({ start: `${start}:00.000Z`, end: `${end}:00.000Z` });
const ask = (more: Partial<FreeAsk> = {}): FreeAsk => ({
  local_start: '2026-11-24T09:00',
  zone: 'UTC',
  minutes: 50,
  busy: [utc('2026-11-24T09:00', '2026-11-24T09:50')],
  now: '2026-11-23T12:00:00.000Z',
  count: 3,
  ...more,
});
const locals = (more?: Partial<FreeAsk>): readonly string[] =>
  nextFreeTimes(ask(more)).map(({ local_start }) => local_start);

describe('the next free times', () => {
  test('lie on the quarters of an hour after the wanted one', () => {
    expect(locals()).toEqual(['2026-11-24T10:00', '2026-11-24T10:15', '2026-11-24T10:30']);
  });

  test('leave room for the whole session before the next one', () => {
    const busy = [utc('2026-11-24T09:00', '2026-11-24T09:50'), utc('2026-11-24T10:30', '2026-11-24T11:20')];
    expect(locals({ busy })).toEqual(['2026-11-24T11:30', '2026-11-24T11:45', '2026-11-24T12:00']);
    // A shorter one fits between.
    expect(locals({ busy, minutes: 30, count: 1 })).toEqual(['2026-11-24T10:00']);
  });

  test('touch what is busy and do not overlap it', () => {
    expect(locals({ busy: [utc('2026-11-24T09:00', '2026-11-24T10:00')], count: 1 })).toEqual(['2026-11-24T10:00']);
  });

  test('go on with the next day at its usual hours, where the day is full', () => {
    const busy = [utc('2026-11-24T00:00', '2026-11-25T00:00')];
    expect(locals({ busy, count: 2 })).toEqual(['2026-11-25T08:00', '2026-11-25T08:15']);
  });

  test('begin as early as was asked for, and never before now', () => {
    const busy = [utc('2026-11-24T00:00', '2026-11-25T00:00')];
    expect(locals({ local_start: '2026-11-24T06:30', busy, count: 1 })).toEqual(['2026-11-25T06:30']);
    expect(locals({ now: '2026-11-24T15:05:00.000Z', count: 1 })).toEqual(['2026-11-24T15:15']);
  });

  test('end with their day, also where one over midnight was wanted', () => {
    const busy = [utc('2026-11-24T23:00', '2026-11-25T23:10')];
    const wanted = { local_start: '2026-11-24T23:30', minutes: 60, count: 1 };
    expect(locals({ ...wanted, busy })).toEqual(['2026-11-26T08:00']);
  });

  test('are none where nothing is free within two weeks', () => {
    expect(locals({ busy: [utc('2026-11-01T00:00', '2027-01-01T00:00')] })).toEqual([]);
  });

  test('an hour that is left out is not offered; on a day of 25 hours local times stay', () => {
    const spring = { zone: newYork, local_start: '2026-03-08T01:30', busy: [], now: '2026-03-01T00:00:00.000Z' };
    // The wanted one itself is free, and no other time is one that was asked for.
    expect(locals({ ...spring, minutes: 15 })).toEqual(['2026-03-08T01:45', '2026-03-08T03:00', '2026-03-08T03:15']);
    const autumn = { zone: newYork, local_start: '2026-10-31T19:30', now: '2026-10-01T00:00:00.000Z' };
    const busy = [utc('2026-10-31T23:00', '2026-11-01T04:00')];
    expect(nextFreeTimes(ask({ ...autumn, busy, count: 1 }))).toEqual([
      { local_start: '2026-11-01T08:00', ...utc('2026-11-01T13:00', '2026-11-01T13:50') },
    ]);
  });
});

test('what of a time is taken is told: half-open, so that what touches does not overlap', () => {
  const wanted = utc('2026-11-24T09:00', '2026-11-24T09:50');
  const before = utc('2026-11-24T08:10', '2026-11-24T09:00');
  const within = utc('2026-11-24T09:10', '2026-11-24T09:20');
  expect(overlapping(wanted, [before, within, utc('2026-11-24T09:50', '2026-11-24T10:00')])).toEqual([within]);
});
