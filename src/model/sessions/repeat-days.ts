import { endOf } from '../../../sync/collections/appointment.ts';
import { instantOf } from '../../../sync/core/wall-clock.ts';
import { occurrenceDates, type RepeatRule } from '../../../sync/domain/recurrence.ts';
import { clockChangeWords } from './clock-change.ts';
import { overlapping, type Interval } from './free-times.ts';
import { numberWord } from './repeat-words.ts';

/** One session of a series that is being booked, and what this device knows of its time. */
export interface RepeatDay extends Interval {
  readonly date: string;
  readonly taken: readonly Interval[];
  readonly blocked: readonly Interval[];
  /** What clocks do that night, where it matters. */
  readonly clock: string | null;
  /** It is to be booked. */
  readonly isIn: boolean;
}

export interface RepeatAsk {
  readonly first: string;
  /** `HH:MM` by the clock of the zone, on each of the days. */
  readonly time: string;
  readonly zone: string;
  readonly minutes: number;
  readonly rule: RepeatRule;
  readonly busy: { readonly sessions: readonly Interval[]; readonly blocks: readonly Interval[] };
  /** What somebody has ticked or unticked; of every other date it is in where it is free. */
  readonly ticks: ReadonlyMap<string, boolean>;
}

export interface RepeatPlan {
  readonly days: readonly RepeatDay[];
  /** As it is sent: from the first date that is booked on. */
  readonly rule: RepeatRule;
}

/**
 * The days of a series with what is known of each. A series begins with its first session: what is left out before that is none of its dates,
 * and of a number of sessions the rest follows. Null where there is no such time. Pure.
 */
export function repeatPlan(ask: RepeatAsk): RepeatPlan | null {
  const days = occurrenceDates(ask.first, ask.rule).map((date) => dayOf(date, ask));
  if (days.length === 0 || days.some((day) => day === null)) return null;
  const known = days.filter((day) => day !== null);
  const before = known.findIndex(({ isIn }) => isIn);
  const begins = known[before];
  if (!begins || before === 0) return { days: known, rule: ask.rule };
  const { ends } = ask.rule;
  const rule: RepeatRule =
    ends.kind === 'count' ? { ...ask.rule, ends: { ...ends, count: ends.count - before } } : ask.rule;
  // Of one that nobody ends, a year from its first session on is laid out.
  const rest = occurrenceDates(begins.date, rule)
    .slice(known.length - before)
    .map((date) => dayOf(date, ask));
  return { days: [...known, ...rest.filter((day) => day !== null)], rule };
}

function dayOf(date: string, { time, zone, minutes, busy, ticks }: RepeatAsk): RepeatDay | null {
  const local = `${date}T${time}`;
  const start = instantOf(local, zone);
  if (start === null || !(minutes > 0)) return null;
  const wanted = { start, end: endOf(start, minutes) };
  const taken = overlapping(wanted, busy.sessions);
  const blocked = overlapping(wanted, busy.blocks);
  return {
    ...wanted,
    date,
    taken,
    blocked,
    clock: clockChangeWords(local, zone),
    isIn: ticks.get(date) ?? taken.length + blocked.length === 0,
  };
}

/** `Two of 12 are taken and left out. One is left out by you.`: what is not booked as the rule has it; '' where all is. */
export function leftOutWords(days: readonly RepeatDay[]): string {
  const out = days.filter(({ isIn }) => !isIn);
  const taken = out.filter((day) => day.taken.length > 0).length;
  const blocked = out.filter((day) => day.taken.length === 0 && day.blocked.length > 0).length;
  const own = out.length - taken - blocked;
  const wanted = days.filter(({ isIn, taken }) => isIn && taken.length > 0).length;
  const said = (count: number, is: string): readonly string[] =>
    count === 0 ? [] : [`${numberWord(count)} of ${days.length} ${count === 1 ? 'is' : 'are'} ${is}.`];
  return [
    ...said(taken, 'taken and left out'),
    ...said(blocked, 'blocked and left out'),
    ...said(own, 'left out by you'),
    ...said(wanted, 'taken and would wait under “Needs a time”'),
  ].join(' ');
}

/** Ticks as a field of a form holds them: `+2027-01-05 -2027-01-12`. */
export function readTicks(text: string): ReadonlyMap<string, boolean> {
  const entries = text.split(' ').filter((one) => one !== '');
  return new Map(entries.map((one) => [one.slice(1), one.startsWith('+')]));
}

export function withTick(text: string, date: string, isIn: boolean): string {
  const next = new Map([...readTicks(text), [date, isIn]]);
  return [...next].map(([of, to]) => `${to ? '+' : '-'}${of}`).join(' ');
}
