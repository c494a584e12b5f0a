import { fromInstant } from '../core/instant.ts';
import { daysBetween, dateAfter, plannedTimeOf, type PlanPart } from './series-plan.ts';
import type { CalendarEntry } from './calendar-file.ts';
import { isShownOnce } from './calendar-file.ts';
import { openDates, occurrenceDates, type RepeatRule } from './recurrence.ts';
import { textOfRule } from './repeat-text.ts';

/** A session as far as a calendar elsewhere shows it. */
export interface ShownSession {
  readonly id: string;
  readonly local_start: string;
  readonly zone: string;
  readonly minutes: number;
  readonly changed: string;
  readonly version: number;
  readonly isTentative: boolean;
  readonly title: string;
  readonly series?: { readonly id: string; readonly date: string } | undefined;
}

export interface ShownSeries {
  readonly id: string;
  readonly first: string;
  readonly rule?: RepeatRule | undefined;
  readonly plan: readonly PlanPart<unknown>[];
}

interface Naming {
  /** Names what must not be known from outside. */
  readonly uidOf: (name: string) => string;
  readonly now: string;
}

/** Fewer are shown one by one. */
const fewest = 3;

/**
 * Sessions as entries of a calendar elsewhere. Those of a series that stand as they are planned are one entry that repeats, for each part of the plan; what is
 * missing is left out of it, and what is at another time, or by another name, stands by itself.
 */
export function calendarEntries(
  sessions: readonly ShownSession[],
  series: readonly ShownSeries[],
  { uidOf, now }: Naming,
): readonly CalendarEntry[] {
  const entries: CalendarEntry[] = [];
  const told = new Set<string>();
  for (const one of series) {
    for (const [at, part] of one.plan.entries()) {
      const until = one.plan[at + 1]?.from;
      const repeating = repeatingEntry(one, { part, until }, sessions, { uidOf, now });
      if (!repeating) continue;
      entries.push(repeating.entry);
      for (const id of repeating.ids) told.add(id);
    }
  }
  const single = sessions.filter(({ id }) => !told.has(id)).map((one) => entryOf(one, uidOf(one.id)));
  return [...entries, ...single].toSorted((one, other) => (one.local_start < other.local_start ? -1 : 1));
}

function entryOf(
  { local_start, zone, minutes, title, changed, version, isTentative }: ShownSession,
  uid: string,
): CalendarEntry {
  return { uid, local_start, zone, minutes, title, changed, sequence: version, isTentative };
}

interface Part {
  readonly part: PlanPart<unknown>;
  /** Where the next part begins. */
  readonly until: string | undefined;
}

function repeatingEntry(
  { id, first, rule, plan }: ShownSeries,
  { part, until }: Part,
  sessions: readonly ShownSession[],
  { uidOf, now }: Naming,
): { readonly entry: CalendarEntry; readonly ids: readonly string[] } | null {
  // A monthly one that was moved to another day is no rule any more.
  if (!rule || (rule.unit === 'month' && part.days !== 0)) return null;
  const regular = sessions
    .filter(
      ({ series }) => series?.id === id && series.date >= part.from && (until === undefined || series.date < until),
    )
    .filter((one) => isAsPlanned(one, plan))
    .toSorted((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
  const alike = regular.filter((one) => one.title === regular[0]?.title && one.isTentative === regular[0].isTentative);
  const [begin] = alike;
  const last = alike.at(-1);
  if (!begin || !last || alike.length < fewest) return null;
  const dates = datesOf(first, rule, dateOf(last)).filter((date) => date >= dateOf(begin));
  // Dates that the rule does not have were never laid out by it.
  if (dates[0] !== dateOf(begin) || !alike.every((one) => dates.includes(dateOf(one)))) return null;
  const held = new Set(alike.map((one) => dateOf(one)));
  const days = daysBetween(dateOf(begin), begin.local_start.slice(0, 10));
  const time = begin.local_start.slice(10);
  const counted: RepeatRule = { ...rule, ends: { kind: 'count', count: dates.length } };
  return {
    entry: {
      ...entryOf(begin, uidOf(`${id}.${part.from}`)),
      // What it shows changes also with what goes: each telling is a newer one.
      changed: now,
      sequence: Math.floor(fromInstant(now) / 60_000),
      repeats: {
        rule: textOfRule(counted, begin.local_start.slice(0, 10)),
        except: dates.filter((date) => !held.has(date)).map((date) => `${dateAfter(date, days)}${time}`),
      },
    },
    ids: alike.map((one) => one.id),
  };
}

function isAsPlanned(one: ShownSession, plan: readonly PlanPart<unknown>[]): boolean {
  const { local_start, zone, minutes } = plannedTimeOf(plan, dateOf(one));
  const isSo = one.local_start === local_start && one.zone === zone && one.minutes === minutes;
  return isSo && isShownOnce(local_start, zone);
}

function datesOf(first: string, rule: RepeatRule, last: string): readonly string[] {
  return rule.ends.kind === 'open'
    ? openDates(first, rule, last)
    : occurrenceDates(first, rule).filter((date) => date <= last);
}

function dateOf({ series }: ShownSession): string {
  return series?.date ?? '';
}
