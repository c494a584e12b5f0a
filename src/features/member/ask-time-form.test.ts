import { expect, test } from 'vitest';
import * as v from 'valibot';
import { askedTimes, askTimeSchema, longestWords, noTimes } from './ask-time-form.ts';

const zone = 'America/New_York';
const about = { zone, now: '2026-11-20T09:00:00.000Z', start: '2026-11-24T15:00:00.000Z' };
const asked = (more: Partial<typeof noTimes>) => askedTimes({ ...noTimes, ...more }, about);

test('[CA-11] up to three times are said by one’s own clock; one that is said twice is one', () => {
  const first = { local_start: '2026-12-01T10:00', zone, start: '2026-12-01T15:00:00.000Z' };
  const last = { local_start: '2026-12-03T09:30', zone, start: '2026-12-03T14:30:00.000Z' };
  expect(
    asked({
      date_1: '2026-12-01',
      time_1: '10:00',
      date_2: '2026-12-01',
      time_2: '10:00',
      date_3: '2026-12-03',
      time_3: '09:30',
    }),
  ).toEqual([first, last]);
  expect(asked({ words: 'Any other day' })).toEqual([]);
});

test.each([
  ['neither a time nor a word', {}, 'Please choose a time, or write a word.'],
  ['a day alone', { date_1: '2026-12-01' }, 'Please choose a time for each day.'],
  ['a time alone', { time_2: '10:00', words: 'x' }, 'Please choose a day for each time.'],
  ['no such day', { date_1: '2026-02-30', time_1: '10:00' }, 'There is no such day or time.'],
  [
    'a time that has passed',
    { date_1: '2026-11-20', time_1: '03:59' },
    'A time that you ask for has to be yet to come.',
  ],
  ['the time at which it is', { date_1: '2026-11-24', time_1: '10:00' }, 'Your session is at that time already.'],
])('[CA-11] %s is not asked for', (_what, said, words) => {
  expect(asked(said)).toBe(words);
});

test('[CA-11] a word has at most so many characters, without what stands around it', () => {
  const words = (length: number) => v.safeParse(askTimeSchema, { ...noTimes, words: `${'x'.repeat(length)} ` });
  expect(words(longestWords).output).toMatchObject({ words: 'x'.repeat(longestWords) });
  expect(words(longestWords + 1).issues?.[0].message).toBe('At most 300 characters');
});
