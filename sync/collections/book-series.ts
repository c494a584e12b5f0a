import * as v from 'valibot';
import { defineMutator, type MutatorInput, type RecordWrite, type Rejection } from '../core/define.ts';
import { mostMonths, mostOccurrences, occurrenceDates, addedMonths, repeatRule } from '../domain/recurrence.ts';
import { isPriceOf } from '../domain/session-kinds.ts';
import type { PlannedTime } from '../domain/series-plan.ts';
import { instantsOf, longestSessionMinutes, places, type Appointment } from './appointment.ts';
import { appointmentSeries, type AppointmentSeries, type SeriesFacts } from './appointment-series.ts';
import { askedStatus } from './asked-status.ts';
import { cancellationPolicy, policyIdOf, policyLoad } from './cancellation-policy.ts';
import { chartScope, classes, practiceScope } from './classes.ts';
import { clientCard, whyShut } from './client-card.ts';
import { membersLoad } from './membership.ts';
import { dayLoads } from './practice-day.ts';
import { professional, professionalLoad } from './professional.ts';
import {
  leftOutOf,
  nearLoads,
  newOccurrence,
  plannedSession,
  refuseWhole,
  unplacedWrite,
  type WantedSession,
} from './series-sessions.ts';
import { plannedFacts, plannedTime } from './session-plan.ts';
import { treatsIn } from './treats-in.ts';
import { dateSchema, idSchema } from './values.ts';
import { inChart } from './who-may.ts';

const { start: _start, ...meantTime } = plannedTime;

const bookArgs = v.object({
  chart_id: idSchema,
  /** Who holds them: a professional of the chart's practice who treats there. */
  clinician: idSchema,
  /** The first session. */
  ...meantTime,
  ...plannedFacts,
  /** Absent: the dates were put together by hand. */
  rule: v.optional(repeatRule),
  /** The dates that were on screen, ascending; of a rule each is one of its own, and some may be left away. */
  sessions: v.pipe(
    v.array(
      v.object({
        date: dateSchema,
        /** Where one differs from the first: `HH:MM`, length, place. */
        time: v.optional(v.pipe(v.string(), v.regex(/^\d\d:\d\d$/))),
        minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longestSessionMinutes))),
        place: v.optional(v.picklist(places)),
      }),
    ),
    v.minLength(1),
    v.maxLength(mostOccurrences),
  ),
  /** [S-146] Books over what the clinician has blocked. */
  force_book_over_blocked: v.optional(v.boolean()),
  /** [S-145] Whether its invoices are to be made without being asked. */
  invoicing: v.optional(v.object({ automation: v.boolean() })),
  /** [CA-7] The client has still to say yes, to each. */
  ask: v.optional(v.boolean()),
});
type BookArgs = v.InferOutput<typeof bookArgs>;

/**
 * [CA-9] Books sessions that repeat, each at its local time, whatever the clocks do between [D-22]. One whose time is taken or blocked is left out, as
 * `unplaced_session`, and undoes nothing else; where none is to be had, all is refused.
 */
export const bookSeries = defineMutator({
  name: 'appointment_series.book',
  args: bookArgs,
  makes: 1,
  who: inChart('treating', 'practice.scheduler'),
  load: (args, _facts, _actor, { ids: [id = ''] }) => [
    { kind: 'get', collection: 'appointment_series', id },
    { kind: 'get', collection: 'client_card', id: args.chart_id },
    professionalLoad(args.clinician),
    policyLoad(args.clinician),
  ],
  run: (input) => {
    const { facts, args, ctx, leftOut } = input;
    const card = facts.find(clientCard, args.chart_id);
    const holds = facts.find(professional, args.clinician);
    if (!card || holds?.scope !== practiceScope(card.body.practice_id)) return { reject: 'not_found' };
    const shut = whyShut(card.body);
    if (shut !== null) return { reject: shut };
    if (!isPriceOf(args.kind, args.price_cents) || !areDates(args)) return { reject: 'invalid_arguments' };
    const laid = laidOut(input, { practiceId: card.body.practice_id, name: holds.body.display_name });
    if ('reject' in laid) return laid;
    const { id, body, sessions } = laid;
    if (facts.find(appointmentSeries, id)) return { reject: 'already_exists' };
    const scope = chartScope(args.chart_id);
    const outBy = new Map(leftOut.map((one) => [one.key, one]));
    const writes = sessions.flatMap((session): readonly (RecordWrite | null)[] => {
      const out = outBy.get(session.series?.date ?? '');
      return [out ? unplacedWrite(scope, session, out, { at: ctx.now, stands: false }) : newOccurrence(scope, session)];
    });
    const series = {
      collection: 'appointment_series',
      id,
      scope,
      cls: classes.scheduling,
      body,
      fields: ['plan_start', 'until'],
    };
    return [series, ...writes.filter((write) => write !== null)];
  },
  guard: {
    load: (args, facts) => {
      const scope = chartScope(args.chart_id);
      return [membersLoad(scope), ...dayLoads(scope, facts), ...nearLoads(wantedOf(args, ''))];
    },
    check: (input) => {
      const { facts, args, ctx } = input;
      const card = facts.find(clientCard, args.chart_id);
      if (!card || !treatsIn(input, chartScope(args.chart_id), args.clinician)) return { reject: 'not_found' };
      const [seriesId = ''] = ctx.ids;
      const wanted = wantedOf(args, card.body.practice_id);
      const out = leftOutOf(facts, { wanted, seriesId, force: args.force_book_over_blocked ?? false });
      return refuseWhole(wanted, out) ?? (out.length > 0 ? { leaveOut: out } : null);
    },
  },
});

/** Whether the dates are ascending, begin with the first session's, and are those of the rule. */
function areDates({ local_start, rule, sessions }: BookArgs): boolean {
  const dates = sessions.map(({ date }) => date);
  const first = local_start.slice(0, 10);
  const isAscending = dates.every((date, index) => index === 0 || (dates[index - 1] ?? '') < date);
  const allowed = rule ? new Set(occurrenceDates(first, rule)) : null;
  const last = addedMonths(first, mostMonths);
  return isAscending && dates[0] === first && dates.every((date) => (allowed ? allowed.has(date) : date <= last));
}

/** When one of the sessions is meant to be. */
function meantOf({ local_start, zone, minutes }: BookArgs, one: BookArgs['sessions'][number]): PlannedTime {
  return { local_start: `${one.date}T${one.time ?? local_start.slice(11)}`, zone, minutes: one.minutes ?? minutes };
}

/** The times that are asked for, by this machine's table of zones. */
function wantedOf(args: BookArgs, practice_id: string): readonly WantedSession[] {
  return args.sessions.flatMap((one) => {
    const time = instantsOf(meantOf(args, one));
    return time ? [{ date: one.date, clinician: args.clinician, practice_id, ...time }] : [];
  });
}

/** What is planned of each beside its time: what was not said does not stand there. */
function plannedOf({ appointment_type_label, place, kind, billing_type, price_cents }: BookArgs): SeriesFacts {
  return {
    appointment_type_label,
    place,
    ...(kind === undefined ? {} : { kind }),
    ...(billing_type === undefined ? {} : { billing_type }),
    ...(price_cents === undefined ? {} : { price_cents }),
  };
}

interface LaidOut {
  readonly id: string;
  readonly body: AppointmentSeries;
  readonly sessions: readonly Appointment[];
}

/** The series and its sessions as they are asked for. */
function laidOut(
  { facts, args, ctx }: Pick<MutatorInput<BookArgs>, 'facts' | 'args' | 'ctx'>,
  { practiceId, name }: { readonly practiceId: string; readonly name: string },
): LaidOut | Rejection {
  const { clinician, zone, minutes, rule, ask = false } = args;
  const [first, time] = [args.local_start.slice(0, 10), args.local_start.slice(11)];
  const [id = ''] = ctx.ids;
  const late = facts.find(cancellationPolicy, policyIdOf(clinician))?.body.terms;
  const body: AppointmentSeries = {
    clinician,
    clinician_name: name,
    practice_id: practiceId,
    first,
    ...(rule ? { rule } : {}),
    plan: [{ from: first, days: 0, time, zone, minutes, facts: plannedOf(args) }],
    laid_through: (rule ? occurrenceDates(first, rule) : args.sessions.map(({ date }) => date)).at(-1) ?? first,
    ...(ask ? { ask: true as const } : {}),
    ...(args.invoicing ? { invoicing: args.invoicing } : {}),
    create_datetime: ctx.now,
    modify_datetime: ctx.now,
  };
  const held = {
    clinician,
    clinician_name: name,
    status: ask ? askedStatus(args) : ('booked' as const),
    booked_at: ctx.now,
    ...(late ? { late } : {}),
    modify_datetime: ctx.now,
  };
  const sessions = args.sessions.map((one) => {
    const session = plannedSession({ id, body }, one.date, held, meantOf(args, one));
    return session && one.place ? { ...session, place: one.place } : session;
  });
  const whole = sessions.filter((session) => session !== null);
  return whole.length < sessions.length ? { reject: 'invalid_arguments' } : { id, body, sessions: whole };
}
