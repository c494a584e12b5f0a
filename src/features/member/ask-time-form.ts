import * as v from 'valibot';
import type { SessionWish } from '../../../sync/collections/session-wish.ts';
import { instantOf } from '../../../sync/core/wall-clock.ts';

const time = v.pipe(v.string(), v.regex(/^(\d\d:\d\d)?$/, 'Please choose a time'));
const day = v.union([v.literal(''), v.pipe(v.string(), v.isoDate())], 'Please choose a day');

/** So many characters a word has. */
export const longestWords = 300;

export const askTimeSchema = v.object({
  date_1: day,
  time_1: time,
  date_2: day,
  time_2: time,
  date_3: day,
  time_3: time,
  words: v.pipe(v.string(), v.trim(), v.maxLength(longestWords, `At most ${longestWords} characters`)),
});
export type AskTimeValues = v.InferInput<typeof askTimeSchema>;
export type AskTimeSaid = v.InferOutput<typeof askTimeSchema>;

export const askTimeWords: Readonly<Record<keyof AskTimeValues, string>> = {
  date_1: 'Date',
  time_1: 'Time',
  date_2: 'Second date',
  time_2: 'Second time',
  date_3: 'Third date',
  time_3: 'Third time',
  words: 'A word to your clinician',
};

export const noTimes: AskTimeValues = {
  date_1: '',
  time_1: '',
  date_2: '',
  time_2: '',
  date_3: '',
  time_3: '',
  words: '',
};

/** The pairs of fields, in their order. */
export const askedPairs = [
  ['date_1', 'time_1'],
  ['date_2', 'time_2'],
  ['date_3', 'time_3'],
] as const;

/** The times that were said, by the clock of the zone; a sentence where one cannot be asked for. */
export function askedTimes(
  said: AskTimeSaid,
  { zone, now, start: stands }: { readonly zone: string; readonly now: string; readonly start: string },
): SessionWish['times'] | string {
  const times: SessionWish['times'] = [];
  for (const [dateField, timeField] of askedPairs) {
    const [date, clock] = [said[dateField], said[timeField]];
    if (date === '' && clock === '') continue;
    if (date === '') return 'Please choose a day for each time.';
    if (clock === '') return 'Please choose a time for each day.';
    const local_start = `${date}T${clock}`;
    const start = instantOf(local_start, zone);
    if (start === null) return 'There is no such day or time.';
    if (start <= now) return 'A time that you ask for has to be yet to come.';
    if (start === stands) return 'Your session is at that time already.';
    if (!times.some((one) => one.start === start)) times.push({ local_start, zone, start });
  }
  if (times.length === 0 && said.words === '') return 'Please choose a time, or write a word.';
  return times;
}
