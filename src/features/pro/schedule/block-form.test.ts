import { expect, test } from 'vitest';
import * as v from 'valibot';
import 'temporal-polyfill/global';
import { blockChange, blockedTime, blockSchema, blockValues, type BlockValues } from './block-form.ts';

const zone = 'America/New_York';
const begun = blockValues(
  { label: 'Supervision', zone, start: '2026-11-24T17:00:00.000Z', end: '2026-11-24T18:00:00.000Z' },
  { label: 's1', start: 's2' },
);
const timeOf = (more: Partial<BlockValues>) => blockedTime({ ...begun, ...more }, zone);

test('a blocked time is said by the clock of its zone', () => {
  expect(begun).toMatchObject({ date: '2026-11-24', time: '12:00', end_date: '2026-11-24', end_time: '13:00' });
  expect(timeOf({})).toEqual({ local_start: '2026-11-24T12:00', zone, minutes: 60, start: '2026-11-24T17:00:00.000Z' });
});

test.each<[string, Partial<BlockValues>, RegExp]>([
  ['ends before it begins', { end_time: '11:00' }, /end after it begins/],
  ['ends when it begins', { end_time: '12:00' }, /end after it begins/],
  ['lasts longer than two weeks', { end_date: '2026-12-24' }, /two weeks/],
  ['is on no day', { date: '2026-02-30' }, /no such day/],
])('one that %s is none', (_name, more, words) => {
  expect(timeOf(more)).toMatch(words);
});

test('two weeks are taken, a minute more is not', () => {
  expect(timeOf({ end_date: '2026-12-08', end_time: '12:00' })).toMatchObject({ minutes: 14 * 24 * 60 });
  expect(timeOf({ end_date: '2026-12-08', end_time: '12:01' })).toMatch(/two weeks/);
});

test('over a change of clocks it is as long as it is', () => {
  expect(timeOf({ date: '2026-11-01', time: '00:00', end_date: '2026-11-02', end_time: '00:00' })).toMatchObject({
    minutes: 25 * 60,
  });
});

test('only what was changed is sent, over the versions that were on screen', () => {
  const said = (more: Partial<BlockValues>) => v.parse(blockSchema, { ...begun, ...more });
  const time = timeOf({ end_time: '14:00' });
  if (typeof time === 'string') throw new Error(time);
  expect(blockChange(said({}), time)).toEqual({ change: {}, base: {} });
  expect(blockChange(said({ label: 'Lunch' }), time)).toEqual({ change: { label: 'Lunch' }, base: { label: 's1' } });
  expect(blockChange(said({ end_time: '14:00' }), time)).toEqual({ change: time, base: { start: 's2' } });
});

test.each([{ date: '2026-11-23' }, { time: '11:30' }, { end_date: '2026-11-25' }, { end_time: '13:15' }])(
  'another %j alone is a change',
  (more) => {
    const time = timeOf(more);
    if (typeof time === 'string') throw new Error(time);
    expect(blockChange(v.parse(blockSchema, { ...begun, ...more }), time)).toEqual({
      change: time,
      base: { start: 's2' },
    });
  },
);
