import { expect, test } from 'vitest';
import { repeatChoice, repeatOptions, type RepeatSaid } from './repeat-choice.ts';

const said: RepeatSaid = { repeats: 'week', every: '3', ends: 'count', count: '12', until: '' };
const labels = (first: string, chosen: RepeatSaid['repeats'] = 'no'): readonly string[] =>
  repeatOptions(first, chosen).map(({ label }) => label);

test.each([
  ['2027-01-12', ['Monthly on the 12th', 'Monthly on the second Tuesday']],
  ['2027-01-26', ['Monthly on the 26th', 'Monthly on the fourth Tuesday', 'Monthly on the last Tuesday']],
  ['2027-01-31', ['Monthly on the 31st', 'Monthly on the last Sunday']],
  ['', []],
])('[S-036] a session on %s can repeat by weeks, and by months in its own ways', (first, monthly) => {
  expect(labels(first)).toEqual(['Does not repeat', 'Every week', 'Every 2 weeks', 'Every … weeks', ...monthly]);
});

test('a choice whose date has changed since is called, and sent, as it is meant now', () => {
  const options = repeatOptions('2027-01-12', 'last weekday');
  expect(options.find(({ value }) => value === 'last weekday')?.label).toBe('Monthly on the second Tuesday');
  expect(options).toHaveLength(6);
  expect(repeatChoice({ ...said, repeats: 'last weekday' }, '2027-01-12')).toMatchObject({ rule: { by: 'weekday' } });
  expect(repeatChoice({ ...said, repeats: 'weekday' }, '2027-01-31')).toMatchObject({ rule: { by: 'last weekday' } });
  // What is no way of the month stays what it is, on whichever day.
  expect(repeatChoice(said, '2027-01-31')).toMatchObject({ rule: { unit: 'week', every: 1 } });
  expect(repeatChoice({ ...said, repeats: 'day' }, '2027-01-31')).toMatchObject({ rule: { by: 'day' } });
  expect(repeatChoice({ ...said, repeats: 'weekday' }, '2027-01-28')).toMatchObject({ rule: { by: 'weekday' } });
});

test.each([
  [{}, { unit: 'week', every: 1, ends: { kind: 'count', count: 12 } }],
  [{ repeats: '2 weeks' }, { unit: 'week', every: 2, ends: { kind: 'count', count: 12 } }],
  [
    { repeats: 'weeks', every: '6' },
    { unit: 'week', every: 6, ends: { kind: 'count', count: 12 } },
  ],
  [
    { repeats: 'day', ends: 'open' },
    { unit: 'month', every: 1, by: 'day', ends: { kind: 'open' } },
  ],
  [
    { ends: 'date', until: '2027-03-30' },
    { unit: 'week', every: 1, ends: { kind: 'date', date: '2027-03-30' } },
  ],
] as const)('[S-036] what is said becomes a rule: %j', (more, rule) => {
  expect(repeatChoice({ ...said, ...more }, '2027-01-12')).toEqual({ rule });
});

test.each([
  [{ count: '301' }, 'count', 'At most 300 sessions'],
  [{ count: 'many' }, 'count', 'Please enter a number of sessions'],
  [{ count: '0' }, 'count', 'Please enter a number of sessions'],
  [{ count: '106' }, 'count', 'At most 24 months: 105 sessions end within that'],
  [{ repeats: 'weeks', every: '13' }, 'every', 'Please enter a number of weeks, from 1 to 12'],
  [{ ends: 'date' }, 'until', 'Please choose a last day'],
  [{ ends: 'date', until: '2027-01-11' }, 'until', 'That is before the first session'],
] as const)('[S-036] at most 300 sessions and 24 months, said where it is wrong: %j', (more, field, words) => {
  expect(repeatChoice({ ...said, ...more }, '2027-01-12')).toEqual({ field, words });
});

test('[S-036] a last day two years on is taken, the day after it is not; the first day may be the last', () => {
  const until = (last: string) => repeatChoice({ ...said, ends: 'date', until: last }, '2027-01-12');
  expect(until('2027-01-12')).toHaveProperty('rule');
  expect(until('2029-01-12')).toHaveProperty('rule');
  expect(until('2029-01-13')).toMatchObject({
    field: 'until',
    words: expect.stringMatching(/^At most 24 months: until /),
  });
});

test('a session that does not repeat, or has no date yet, has no rule', () => {
  expect(repeatChoice({ ...said, repeats: 'no' }, '2027-01-12')).toBeNull();
  expect(repeatChoice(said, '')).toBeNull();
});
