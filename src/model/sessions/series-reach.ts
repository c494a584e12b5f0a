import type { SeriesFacts } from '../../../sync/collections/appointment-series.ts';
import { planField } from '../../../sync/collections/series-change.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { statusFlags } from '../../../sync/domain/appointment-status.ts';
import { partAt, plannedTimeOf, type PlanPart } from '../../../sync/domain/series-plan.ts';
import type { Session } from './use-own-sessions.ts';
import { numberWord, sessionsWord } from './repeat-words.ts';

/** How much of a series is meant, from the session that is looked at. */
export type Reach = 'this' | 'following' | 'all';
export type SeriesReach = Exclude<Reach, 'this'>;
export const reachWords = {
  this: 'This session',
  following: 'This and following',
  all: 'All to come',
} as const satisfies Record<Reach, string>;

export const planFacts = ['appointment_type_label', 'place', 'kind', 'billing_type', 'price_cents'] as const;
/** What is changed of sessions: their time as one fact, and each other fact by itself. */
export type SeriesFact = 'time' | (typeof planFacts)[number];

export type Plan = readonly PlanPart<SeriesFacts>[];

/** What this device knows of a series, to say what a change of it comes to. */
export interface SeriesKnown {
  readonly sessions: readonly Session[];
  readonly plan: Plan;
  /** Sessions with a note, and such as are on a bill. */
  readonly noted: ReadonlySet<string>;
  readonly billed: ReadonlySet<string>;
  /** Dates whose session could not go along with a change before, and waits for another time: it goes along with the next. */
  readonly waits?: ReadonlySet<string>;
  readonly now: string;
}

/** What a change of a series comes to: which sessions it changes, and how many stay as they are for which reason. */
export interface ReachCount {
  readonly changed: readonly Session[];
  readonly begun: number;
  readonly noted: number;
  readonly billed: number;
  readonly own: number;
}

/** Whether a session stands, neither cancelled nor missed by its clinician. */
export function standsIn({ body }: Session): boolean {
  const { cancelled, no_show } = statusFlags(body.status);
  return !cancelled && !no_show;
}

/**
 * What a change reaches, as the server will decide it as far as this device knows: begun, noted and billed ones stay as they are, and of an edit those
 * that were set on their own in all that is changed. `facts` null: they are cancelled, however each was set. Pure.
 */
export function reachCount(
  looked: Session,
  reach: SeriesReach,
  series: SeriesKnown,
  facts: readonly SeriesFact[] | null,
): ReachCount {
  const { sessions, noted, billed, now } = series;
  const from = looked.body.series?.date ?? '';
  const meant = sessions.filter((one) => standsIn(one) && (reach === 'all' || (one.body.series?.date ?? '') >= from));
  const kinds = new Map<Session, 'changed' | 'begun' | 'noted' | 'billed' | 'own'>();
  for (const one of meant) {
    const isOwn = facts !== null && one.id !== looked.id && !facts.some((fact) => goesAlong(one.body, series, fact));
    kinds.set(
      one,
      one.body.start <= now
        ? 'begun'
        : noted.has(one.id)
          ? 'noted'
          : billed.has(one.id) || one.body.billed_as !== undefined
            ? 'billed'
            : isOwn
              ? 'own'
              : 'changed',
    );
  }
  const count = (kind: string): number => [...kinds.values()].filter((one) => one === kind).length;
  return {
    changed: meant.filter((one) => kinds.get(one) === 'changed'),
    begun: count('begun'),
    noted: count('noted'),
    billed: count('billed'),
    own: count('own'),
  };
}

/** Whether a change of the series in one fact is one of the session too. */
export function goesAlong(
  body: Appointment,
  { plan, waits }: Pick<SeriesKnown, 'plan' | 'waits'>,
  fact: SeriesFact,
): boolean {
  const isWaiting = fact === 'time' && waits?.has(body.series?.date ?? '') === true;
  return isWaiting || follows(body, plan, fact);
}

/** Whether a session is as its series was planned, in one fact. */
export function follows(body: Appointment, plan: Plan, fact: SeriesFact): boolean {
  const date = body.series?.date ?? '';
  if (fact !== 'time') return (body[fact] ?? null) === (partAt(plan, date).facts[fact] ?? null);
  const { local_start, zone, minutes } = plannedTimeOf(plan, date);
  return body.local_start === local_start && body.zone === zone && body.minutes === minutes;
}

/** `This changes 9 sessions. 3 stay as they are: 2 have begun, 1 was changed on its own.` */
export function reachCountWords(
  verb: 'changes' | 'cancels',
  { changed, begun, noted, billed, own }: ReachCount,
): string {
  const of = (count: number, one: string, many: string): readonly string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  const why = [
    ...of(begun, 'has begun', 'have begun'),
    ...of(noted, 'has a note', 'have a note'),
    ...of(billed, 'is on a bill', 'are on a bill'),
    ...of(own, 'was changed on its own', 'were changed on their own'),
  ];
  const stay = begun + noted + billed + own;
  const first = changed.length === 0 ? `This ${verb} no session.` : `This ${verb} ${sessionsWord(changed.length)}.`;
  if (stay === 0) return first;
  return `${first} ${numberWord(stay)} ${stay === 1 ? 'stays' : 'stay'} as ${stay === 1 ? 'it is' : 'they are'}: ${why.join(', ')}.`;
}

/** What of a change of one session would be changed of its series. */
export function factsOfChange(change: object): readonly SeriesFact[] {
  const isTime = ['local_start', 'zone', 'minutes'].some((name) => Object.hasOwn(change, name));
  return [...(isTime ? (['time'] as const) : []), ...planFacts.filter((name) => Object.hasOwn(change, name))];
}

/** The versions on screen of what is planned of a series, fact by fact: what was changed elsewhere of those that follow is not written over. */
export function planBase(
  stamps: Readonly<Record<string, string>>,
  facts: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(facts.map((fact) => [planField(fact), stamps[planField(fact)] ?? '']));
}
