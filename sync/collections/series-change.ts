import * as v from 'valibot';
import type { MutatorInput, Rejection } from '../core/define.ts';
import type { Facts } from '../core/facts.ts';
import type { StoredRecord } from '../core/record.ts';
import {
  changedPlan,
  daysBetween,
  partAt,
  plannedTimeOf,
  type PlanPart,
  type PlannedTime,
} from '../domain/series-plan.ts';
import { billingTypes, isPriceOf, sessionKinds } from '../domain/session-kinds.ts';
import { appointment, instantsOf, type Appointment } from './appointment.ts';
import { cancellationPolicy, policyIdOf } from './cancellation-policy.ts';
import { idOfScope } from './classes.ts';
import { clientCard } from './client-card.ts';
import {
  findSeries,
  mostParts,
  sessionsOfSeries,
  type AppointmentSeries,
  type SeriesFacts,
} from './appointment-series.ts';
import { plannedSession, stands, statusOf, type WantedSession } from './series-sessions.ts';
import { plannedFacts, plannedTime, priceSchema } from './session-plan.ts';
import { unplacedOfSeries, unplacedSession, type UnplacedSession } from './unplaced-session.ts';
import { idSchema } from './values.ts';

/** How much of a series is meant, from the session that is looked at. */
export const seriesReach = v.picklist(['following', 'all']);

const { start: _start, ...meantTime } = plannedTime;

export const editSeriesArgs = v.object({
  /** The session that is looked at. */
  appointment_id: idSchema,
  reach: seriesReach,
  /** Its new time, by whose distance from its date all others go; and what else is changed. */
  ...v.partial(v.object({ ...meantTime, ...plannedFacts })).entries,
  /** Null takes away what was said. */
  kind: v.optional(v.nullable(v.picklist(sessionKinds))),
  billing_type: v.optional(v.nullable(v.picklist(billingTypes))),
  price_cents: v.optional(v.nullable(priceSchema)),
  /** [S-146] Over what the clinician has blocked. */
  force_book_over_blocked: v.optional(v.boolean()),
});
export type EditSeriesArgs = v.InferOutput<typeof editSeriesArgs>;

const factNames = ['appointment_type_label', 'place', 'kind', 'billing_type', 'price_cents'] as const;

/** What becomes of one session. */
export interface SessionChange {
  readonly date: string;
  /** Absent: it could not be had before, and is made now. */
  readonly before: StoredRecord<Appointment> | undefined;
  readonly next: Appointment;
  readonly fields: readonly string[];
  readonly isMoved: boolean;
}

export interface SeriesChange {
  readonly series: StoredRecord<AppointmentSeries>;
  /** The very one of before where nothing is planned otherwise. */
  readonly plan: readonly PlanPart<SeriesFacts>[];
  readonly changes: readonly SessionChange[];
  /** Of the series, where its plan is another one. */
  readonly fields: readonly string[];
  /** Dates whose session is, without any change, where the plan has it: what waited for a time of theirs waits no more. */
  readonly settled: readonly string[];
}

/** No session goes so far from the date it was first planned for. */
const mostDays = 1000;

/** What of a series waits for a time. */
export function openIn(facts: Facts, seriesId: string): readonly StoredRecord<UnplacedSession>[] {
  return facts.within(unplacedSession, unplacedOfSeries(seriesId)).filter(({ body }) => body.state === 'open');
}

function isArchived(facts: Facts, scope: string): boolean {
  return facts.find(clientCard, idOfScope(scope))?.body.archived !== undefined;
}

/** By when, and which sessions stay as they are. */
interface Judged {
  readonly now: string;
  readonly isStill: (session: StoredRecord<Appointment>) => boolean;
}

/** Whatever the time is when it is judged. */
export const anyTime: Judged = { now: '', isStill: () => false };

type Input = Pick<MutatorInput<EditSeriesArgs>, 'facts' | 'args' | 'ctx'>;

/** The field of a series that says by which change a fact of its plan was set last. */
export function planField(name: string): string {
  return `plan_${name}`;
}

/** What an edit makes of a series and its sessions; pure. `editLoads` was loaded. */
export function changeOf({ facts, args, ctx }: Input, { now, isStill }: Judged): SeriesChange | Rejection {
  const session = facts.find(appointment, args.appointment_id);
  const of = session?.body.series;
  const series = of && findSeries(facts, of.id);
  if (!session || !of || !series) return { reject: 'not_found' };
  if (session.body.sample) return { reject: 'is_sample' };
  if (!stands(session.body)) return { reject: 'session_cancelled' };
  const said = saidOf(args);
  const names = [...(said.isTime ? ['start'] : []), ...said.names];
  if (names.some((name) => name in ctx.base && ctx.base[name] !== (session.stamps[name] ?? '')))
    return { reject: 'changed_meanwhile' };
  const { local_start = session.body.local_start, zone = session.body.zone } = args;
  const isRealTime = instantsOf({ local_start, zone, minutes: session.body.minutes }) !== null;
  if (!isRealTime || Math.abs(daysBetween(of.date, local_start.slice(0, 10))) > mostDays)
    return { reject: 'invalid_arguments' };
  const planned = names.map((name) => planField(name));
  if (planned.some((name) => name in ctx.base && ctx.base[name] !== (series.stamps[name] ?? '')))
    return { reject: 'changed_meanwhile' };
  const from = args.reach === 'all' ? null : of.date;
  const before = series.body.plan;
  const changed = changedPlan(before, from, (part) => changedPart(part, args, of.date));
  const isPriced = changed.every(({ facts: planned }) => isPriceOf(planned.kind, planned.price_cents));
  if (!isPriced || changed.length > mostParts) return { reject: 'invalid_arguments' };
  const plan = JSON.stringify(changed) === JSON.stringify(before) ? before : changed;
  const whole = { id: series.id, body: { ...series.body, plan: [...plan] } };
  const sessions = facts
    .within(appointment, sessionsOfSeries(of.id))
    .filter(({ body }) => from === null || (body.series?.date ?? '') >= from);
  // One that could not go along before goes along now.
  const waits = new Set(openIn(facts, of.id).map(({ body }) => body.series.date));
  const changes = sessions.flatMap((one): readonly SessionChange[] => {
    const date = one.body.series?.date ?? '';
    if (!stands(one.body) || isStill(one)) return [];
    const isLooked = one.id === session.id;
    const next = changedSession(one.body, {
      before: partAt(before, date),
      plan,
      args,
      isLooked,
      isWaiting: waits.has(date),
      at: ctx.now,
    });
    return next && next.fields.length > 0
      ? [{ date, before: one, ...next, isMoved: next.fields.includes('start') }]
      : [];
  });
  const held = new Set(sessions.map(({ body }) => body.series?.date));
  const made =
    said.isTime && !isArchived(facts, series.scope)
      ? openIn(facts, of.id).flatMap((one): readonly SessionChange[] => {
          const { clinician, clinician_name, series: named, start } = one.body;
          const { date } = named;
          if (held.has(date) || start <= now || (from !== null && date < from)) return [];
          const late = facts.find(cancellationPolicy, policyIdOf(clinician))?.body.terms;
          const next = plannedSession(whole, date, {
            clinician,
            clinician_name,
            status: statusOf(series.body),
            booked_at: ctx.now,
            ...(late ? { late } : {}),
            modify_datetime: ctx.now,
          });
          return next ? [{ date, before: undefined, next, fields: ['start', 'status'], isMoved: true }] : [];
        })
      : [];
  const settled = sessions.flatMap(({ body }) => {
    const { date = '' } = body.series ?? {};
    const isThere = stands(body) && isSameTime(body, plannedTimeOf(plan, date));
    return isThere && !changes.some((one) => one.date === date && one.isMoved) ? [date] : [];
  });
  return { series, plan, fields: planned, changes: [...changes, ...made], settled };
}

function saidOf(args: EditSeriesArgs) {
  const isTime = args.local_start !== undefined || args.zone !== undefined || args.minutes !== undefined;
  return { isTime, names: factNames.filter((name) => args[name] !== undefined) };
}

/** A part of the plan with what was said. */
function changedPart(part: PlanPart<SeriesFacts>, args: EditSeriesArgs, lookedDate: string): PlanPart<SeriesFacts> {
  const { local_start, zone = part.zone, minutes = part.minutes } = args;
  const at =
    local_start === undefined
      ? {}
      : { days: daysBetween(lookedDate, local_start.slice(0, 10)), time: local_start.slice(11) };
  return { ...part, ...at, zone, minutes, facts: withSaid(part.facts, args, factNames) };
}

/** One session as it follows the plan: in what was set of it alone, it does not, but for the one that is looked at. */
function changedSession(
  body: Appointment,
  by: {
    readonly before: PlanPart<SeriesFacts>;
    readonly plan: readonly PlanPart<SeriesFacts>[];
    readonly args: EditSeriesArgs;
    readonly isLooked: boolean;
    readonly isWaiting: boolean;
    readonly at: string;
  },
): { readonly next: Appointment; readonly fields: readonly string[] } | null {
  const { before, plan, args, isLooked, isWaiting, at } = by;
  const date = body.series?.date ?? '';
  const planned = plannedTimeOf(plan, date);
  const meant: PlannedTime = { local_start: body.local_start, zone: body.zone, minutes: body.minutes };
  const follows = isWaiting || isSameTime(meant, plannedTimeOf([before], date));
  const { local_start = meant.local_start, zone = meant.zone, minutes = meant.minutes } = args;
  const wanted = isLooked ? { local_start, zone, minutes } : follows ? planned : meant;
  const time = isSameTime(wanted, meant) ? { start: body.start, end: body.end } : instantsOf(wanted);
  if (!time) return null;
  const named = factNames.filter(
    (name) => args[name] !== undefined && (isLooked || (body[name] ?? null) === (before.facts[name] ?? null)),
  );
  const changed = named.filter((name) => (body[name] ?? null) !== args[name]);
  const next = { ...withSaid(body, args, changed), ...wanted, ...time, modify_datetime: at };
  // A price of its own that does not go with the kind: its time is another matter.
  if (!isPriceOf(next.kind, next.price_cents))
    return {
      next: { ...body, ...wanted, ...time, modify_datetime: at },
      fields: isSameTime(wanted, meant) ? [] : ['start'],
    };
  return { next, fields: [...(isSameTime(wanted, meant) ? [] : ['start']), ...changed] };
}

function withSaid<Body extends SeriesFacts>(
  body: Body,
  args: EditSeriesArgs,
  names: readonly (typeof factNames)[number][],
): Body {
  const said = names.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]]));
  const next = { ...body, ...Object.fromEntries(said) };
  for (const [name, value] of said) if (value === null && typeof name === 'string') Reflect.deleteProperty(next, name);
  return next;
}

function isSameTime(one: PlannedTime, other: PlannedTime): boolean {
  return one.local_start === other.local_start && one.zone === other.zone && one.minutes === other.minutes;
}

/** The times that are asked for. */
export function wantedOf(changes: readonly SessionChange[]): readonly WantedSession[] {
  return changes.flatMap(({ date, next, isMoved }) => {
    const { clinician, practice_id, start, end } = next;
    return isMoved ? [{ date, clinician, practice_id, start, end }] : [];
  });
}
