import {
  addedMonths,
  mostMonths,
  mostOccurrences,
  occurrenceDates,
  type RepeatRule,
} from '../../../sync/domain/recurrence.ts';
import { fullDate, weekdayName } from '../../lib/time.ts';
import { nthWeekday, ordinal, sessionsWord } from './repeat-words.ts';

export const repeats = ['no', 'week', '2 weeks', 'weeks', 'day', 'weekday', 'last weekday'] as const;
export type Repeats = (typeof repeats)[number];
export const repeatEnds = ['count', 'date', 'open'] as const;

/** How somebody says that a session repeats, as a form holds it. */
export interface RepeatSaid {
  readonly repeats: Repeats;
  /** Of `weeks`: every so many. */
  readonly every: string;
  readonly ends: (typeof repeatEnds)[number];
  readonly count: string;
  readonly until: string;
}

/** A rule, or in which field what is wrong, in plain words. */
export type RepeatChoice =
  | { readonly rule: RepeatRule }
  | { readonly field: 'every' | 'count' | 'until'; readonly words: string };

/** What can be chosen of a first date, in the order in which it is offered. */
export function repeatOptions(
  first: string,
  chosen: Repeats,
): readonly { readonly value: Repeats; readonly label: string }[] {
  const month = /^\d{4}-\d\d-\d\d$/.test(first) ? monthOptions(first) : [];
  const meant = meantBy(first, chosen);
  return [
    { value: 'no', label: 'Does not repeat' },
    { value: 'week', label: 'Every week' },
    { value: '2 weeks', label: 'Every 2 weeks' },
    { value: 'weeks', label: 'Every … weeks' },
    // Where the date has changed since, the choice is called as it is meant now.
    ...month.map(({ value, label }) => ({ value: value === meant ? chosen : value, label })),
  ];
}

function monthOptions(first: string): readonly { readonly value: Repeats; readonly label: string }[] {
  return [
    { value: 'day', label: `Monthly on the ${ordinal(Number(first.slice(8)))}` },
    ...(isFifth(first) ? [] : [{ value: 'weekday' as const, label: `Monthly on the ${nthWeekday(first)}` }]),
    ...(isLast(first) ? [{ value: 'last weekday' as const, label: `Monthly on the last ${weekdayName(first)}` }] : []),
  ];
}

const isFifth = (date: string): boolean => Number(date.slice(8)) > 28;

function isLast(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return day + 7 > new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** What is meant by a choice that was made of another date: the fifth Tuesday is the last one, and one that is not the last is the so-manieth. */
function meantBy(first: string, chosen: Repeats): Repeats {
  if (chosen === 'weekday' && isFifth(first)) return 'last weekday';
  return chosen === 'last weekday' && !isLast(first) ? 'weekday' : chosen;
}

/** The rule that is said, from a first date on; null where the session does not repeat, or has no date yet. */
export function repeatChoice(said: RepeatSaid, first: string): RepeatChoice | null {
  if (said.repeats === 'no' || !/^\d{4}-\d\d-\d\d$/.test(first)) return null;
  const every = said.repeats === '2 weeks' ? 2 : said.repeats === 'weeks' ? Number(said.every) : 1;
  if (!Number.isInteger(every) || every < 1 || every > 12)
    return { field: 'every', words: 'Please enter a number of weeks, from 1 to 12' };
  const chosen = meantBy(first, said.repeats);
  const rhythm =
    chosen === 'day' || chosen === 'weekday' || chosen === 'last weekday'
      ? { unit: 'month' as const, every: 1, by: chosen }
      : { unit: 'week' as const, every };
  if (said.ends === 'open') return { rule: { ...rhythm, ends: { kind: 'open' } } };
  const last = addedMonths(first, mostMonths);
  if (said.ends === 'date') {
    if (!/^\d{4}-\d\d-\d\d$/.test(said.until)) return { field: 'until', words: 'Please choose a last day' };
    if (said.until < first) return { field: 'until', words: 'That is before the first session' };
    if (said.until > last) return { field: 'until', words: `At most 24 months: until ${fullDate(last)}` };
    return { rule: { ...rhythm, ends: { kind: 'date', date: said.until } } };
  }
  const count = Number(said.count);
  if (!/^\d{1,4}$/.test(said.count.trim()) || count < 1)
    return { field: 'count', words: 'Please enter a number of sessions' };
  if (count > mostOccurrences) return { field: 'count', words: `At most ${mostOccurrences} sessions` };
  const rule: RepeatRule = { ...rhythm, ends: { kind: 'count', count } };
  const fit = occurrenceDates(first, rule).length;
  if (fit < count) return { field: 'count', words: `At most 24 months: ${sessionsWord(fit)} end within that` };
  return { rule };
}
