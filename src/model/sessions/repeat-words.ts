import type { RepeatRule } from '../../../sync/domain/recurrence.ts';
import { deviceManner, type Manner } from '../../lib/device-manner.ts';
import { dayMonthShort, fullDate, weekdayName } from '../../lib/time.ts';

type Rhythm = Pick<RepeatRule, 'unit' | 'every' | 'by'>;

const nth = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** `4th`, `22nd`, `13th`. */
export function ordinal(count: number): string {
  const isTeen = count % 100 >= 11 && count % 100 <= 13;
  const ending = isTeen ? 'th' : (({ 1: 'st', 2: 'nd', 3: 'rd' } as Record<number, string>)[count % 10] ?? 'th');
  return `${count}${ending}`;
}

/** Which weekday of its month a date is: `second Tuesday`. */
export function nthWeekday(date: string): string {
  return `${nth[Math.floor((Number(date.slice(8)) - 1) / 7)] ?? 'fifth'} ${weekdayName(date)}`;
}

/** `Every week`, `Every 2 weeks`, `Monthly`, `Every 3 months`. */
export function rhythmWords({ unit, every }: Rhythm): string {
  if (every === 1) return unit === 'week' ? 'Every week' : 'Monthly';
  return `Every ${every} ${unit}s`;
}

/** `Every week on Tuesday`, `Monthly on the 14th`, `Monthly on the second Tuesday`, by one of its dates. */
export function repeatWords(rule: Rhythm, date: string): string {
  const on =
    rule.unit === 'week'
      ? weekdayName(date)
      : rule.by === 'weekday'
        ? `the ${nthWeekday(date)}`
        : rule.by === 'last weekday'
          ? `the last ${weekdayName(date)}`
          : `the ${ordinal(Number(date.slice(8)))}`;
  return `${rhythmWords(rule)} on ${on}`;
}

/** `12 times`, `until 22 March 2027`, `until somebody ends it`. */
export function endsWords(ends: RepeatRule['ends'], manner: Manner = deviceManner()): string {
  if (ends.kind === 'count') return ends.count === 1 ? 'once' : `${ends.count} times`;
  return ends.kind === 'date' ? `until ${fullDate(ends.date, manner)}` : 'until somebody ends it';
}

/** `the weekly sessions`, `the sessions every 2 weeks`: what ends, in a sentence. Absent rule: put together by hand. */
export function repeatedSessions(rule: Rhythm | undefined): string {
  if (!rule) return 'the planned sessions';
  if (rule.every === 1) return rule.unit === 'week' ? 'the weekly sessions' : 'the monthly sessions';
  return `the sessions every ${rule.every} ${rule.unit}s`;
}

const small = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];

/** A number at the beginning of a sentence: `Two`, `14`. */
export function numberWord(count: number): string {
  return small[count] ?? String(count);
}

/** `1 session`, `12 sessions`. */
export function sessionsWord(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`;
}

/** `4 Jan – 22 Mar 2027`, `Jan 4 – Mar 22, 2027`; each with its year where they are two, and one day alone as it is. */
export function dateSpan(first: string, last: string, manner: Manner = deviceManner()): string {
  const withYear = (date: string): string =>
    `${dayMonthShort(date, manner)}${manner.monthFirst ? ',' : ''} ${date.slice(0, 4)}`;
  if (first === last) return withYear(first);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isOneYear ? dayMonthShort(first, manner) : withYear(first)} – ${withYear(last)}`;
}
