import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import type { RepeatRule } from '../../../sync/domain/recurrence.ts';
import { leftOutWords, readTicks, repeatPlan, withTick, type RepeatAsk } from './repeat-days.ts';

const weekly = (ends: RepeatRule['ends']): RepeatRule => ({ unit: 'week', every: 1, ends });
const ask: RepeatAsk = {
  first: '2027-01-12',
  time: '10:00',
  zone: 'America/New_York',
  minutes: 50,
  rule: weekly({ kind: 'count', count: 5 }),
  busy: { sessions: [], blocks: [] },
  ticks: new Map(),
};
const at = (date: string) => ({ start: `${date}T15:30:00.000Z`, end: `${date}T16:20:00.000Z` });
const inOf = (more: Partial<RepeatAsk>): readonly string[] =>
  (repeatPlan({ ...ask, ...more })?.days ?? []).filter(({ isIn }) => isIn).map(({ date }) => date);

test('[S-036] a date that is known as taken or blocked is left out with the reason, unless somebody ticks it', () => {
  const busy = { sessions: [at('2027-01-19')], blocks: [at('2027-01-26')] };
  const plan = repeatPlan({ ...ask, busy });
  expect(plan?.days.map(({ isIn, taken, blocked }) => [isIn, taken.length, blocked.length])).toEqual([
    [true, 0, 0],
    [false, 1, 0],
    [false, 0, 1],
    [true, 0, 0],
    [true, 0, 0],
  ]);
  expect(leftOutWords(plan?.days ?? [])).toBe('One of 5 is taken and left out. One of 5 is blocked and left out.');
  const ticks = new Map([
    ['2027-01-19', true],
    ['2027-02-02', false],
  ]);
  expect(inOf({ busy, ticks })).toEqual(['2027-01-12', '2027-01-19', '2027-02-09']);
  expect(leftOutWords(repeatPlan({ ...ask, busy, ticks })?.days ?? [])).toBe(
    'One of 5 is blocked and left out. One of 5 is left out by you. One of 5 is taken and would wait under “Needs a time”.',
  );
});

test('[S-036] a series begins with its first session: what is left out before it is none of its number', () => {
  const plan = repeatPlan({ ...ask, busy: { sessions: [at('2027-01-12'), at('2027-01-19')], blocks: [] } });
  expect(plan?.rule.ends).toEqual({ kind: 'count', count: 3 });
  expect(plan?.days.map(({ date }) => date)).toHaveLength(5);
  expect(plan?.days.filter(({ isIn }) => isIn).map(({ date }) => date)).toEqual([
    '2027-01-26',
    '2027-02-02',
    '2027-02-09',
  ]);
});

test('[S-036] of one that nobody ends a year from its first session on is laid out, and none of it is missing', () => {
  const rule = weekly({ kind: 'open' });
  expect(inOf({ rule }).at(-1)).toBe('2028-01-11');
  const later = inOf({ rule, ticks: new Map([['2027-01-12', false]]) });
  expect([later[0], later.at(-1), later.length]).toEqual(['2027-01-19', '2028-01-18', 53]);
});

test('[D-22] a date on which clocks leave the hour out says so, and when it begins', () => {
  const plan = repeatPlan({ ...ask, first: '2027-03-07', time: '02:30' });
  expect(plan?.days.map(({ clock }) => clock !== null)).toEqual([false, true, false, false, false]);
  expect(plan?.days[1]?.start).toBe('2027-03-14T07:30:00.000Z');
});

test('nothing is planned of a time that there is not', () => {
  expect(repeatPlan({ ...ask, first: '2027-02-30' })).toBeNull();
  expect(repeatPlan({ ...ask, minutes: 0 })).toBeNull();
});

test('ticks are read as they were written, the last one of a date counts', () => {
  const text = withTick(withTick(withTick('', '2027-01-12', false), '2027-01-19', true), '2027-01-12', true);
  expect([...readTicks(text)]).toEqual([
    ['2027-01-12', true],
    ['2027-01-19', true],
  ]);
  expect(readTicks('').size).toBe(0);
});
