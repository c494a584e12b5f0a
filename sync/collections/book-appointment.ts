import * as v from 'valibot';
import { defineMutator, type MutatorInput, type RunOutcome } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { fromInstant } from '../core/instant.ts';
import { isPriceOf } from '../domain/session-kinds.ts';
import { askedStatus } from './asked-status.ts';
import {
  appointment,
  isOccurrenceId,
  longestSessionMinutes,
  nearSessions,
  refuseConflict,
  type Appointment,
} from './appointment.ts';
import { nearBlocks, refuseBlocked } from './blocked-interval.ts';
import { cancellationPolicy, policyIdOf, policyLoad } from './cancellation-policy.ts';
import { chartScope, classes, practiceScope } from './classes.ts';
import { clientCard, whyShut } from './client-card.ts';
import { membersLoad } from './membership.ts';
import { dayLoads } from './practice-day.ts';
import { professional, professionalLoad, professionalName } from './professional.ts';
import { plannedFacts, plannedTime, timeOf } from './session-plan.ts';
import { treatsIn } from './treats-in.ts';
import { idSchema, instantSchema, lineSchema, localTimeSchema, zoneSchema } from './values.ts';
import { allOf, inChart, inPractice } from './who-may.ts';

const bookArgs = v.object({
  chart_id: idSchema,
  /** Who holds it: a professional of the chart's practice who treats there. */
  clinician: idSchema,
  ...plannedTime,
  ...plannedFacts,
  /** [S-146] Books over what the clinician has blocked. */
  force_book_over_blocked: v.optional(v.boolean()),
  /** [CA-7] The client has still to say yes. */
  ask: v.optional(v.boolean()),
});
type BookArgs = v.InferOutput<typeof bookArgs>;

/** Books a session with a clinician. Names, practice and instants follow from records and from the server's table of zones. */
export const bookAppointment = defineMutator({
  name: 'appointment.book',
  args: bookArgs,
  makes: 1,
  who: inChart('treating', 'practice.scheduler'),
  load: (args, _facts, _actor, ctx) => [
    ownSession(ctx.ids),
    cardLoad(args),
    professionalLoad(args.clinician),
    policyLoad(args.clinician),
  ],
  run: ({ facts, args, ctx, receivedAt }) => {
    const card = facts.find(clientCard, args.chart_id);
    const holds = facts.find(professional, args.clinician);
    if (!card || holds?.scope !== practiceScope(card.body.practice_id)) return { reject: 'not_found' };
    const shut = whyShut(card.body);
    if (shut !== null) return { reject: shut };
    const time = timeOf(args, receivedAt !== undefined);
    if (!time) return { reject: 'invalid_arguments' };
    if (!isPriceOf(args.kind, args.price_cents)) return { reject: 'invalid_arguments' };
    const { chart_id: _chart, start: _start, force_book_over_blocked: _force, ask = false, ...said } = args;
    const late = facts.find(cancellationPolicy, policyIdOf(args.clinician))?.body.terms;
    return newSession(facts, args.chart_id, ctx.ids, {
      ...said,
      ...time,
      status: ask ? askedStatus(args) : 'booked',
      booked_at: ctx.now,
      ...(late ? { late } : {}),
      clinician_name: holds.body.display_name,
      practice_id: card.body.practice_id,
      modify_datetime: ctx.now,
    });
  },
  guard: {
    load: (args, facts) => {
      const scope = chartScope(args.chart_id);
      const time = timeOf(args, true);
      const wanted = time && { ...time, clinician: args.clinician };
      const near = wanted ? [nearSessions(wanted), nearBlocks(wanted)] : [];
      return [membersLoad(scope), ...dayLoads(scope, facts), ...near];
    },
    check: (input) => {
      const { facts, args } = input;
      const card = facts.find(clientCard, args.chart_id);
      const time = timeOf(args, true);
      if (!treatsIn(input, chartScope(args.chart_id), args.clinician) || !card || !time) return { reject: 'not_found' };
      const wanted = { ...time, clinician: args.clinician, practice_id: card.body.practice_id };
      return refuseConflict(facts, wanted) ?? (args.force_book_over_blocked ? null : refuseBlocked(facts, wanted));
    },
  },
});

function cardLoad(args: Pick<BookArgs, 'chart_id'>): LoadRequest {
  return { kind: 'get', collection: 'client_card', id: args.chart_id };
}

function ownSession(ids: readonly string[]): LoadRequest {
  return { kind: 'get', collection: 'appointment', id: ids[0] ?? '' };
}

function newSession(facts: Facts, chartId: string, ids: readonly string[], body: Appointment): RunOutcome {
  const [id] = ids;
  if (id === undefined || facts.find(appointment, id)) return { reject: 'already_exists' };
  const scope = chartScope(chartId);
  return [{ collection: 'appointment', id, scope, cls: classes.scheduling, body, fields: ['start', 'status'] }];
}

/** A booking as builds before the second shape made it, under an id of their own choice: with oneself, by instants. */
export const createAppointment = defineMutator({
  name: 'appointment.create',
  isRetired: true,
  args: v.object({
    chart_id: idSchema,
    appointment_type_label: lineSchema,
    local_start: localTimeSchema,
    zone: zoneSchema,
    start: instantSchema,
    end: instantSchema,
    clinician_name: lineSchema,
    practice_id: idSchema,
    place: v.picklist(['telehealth', 'in-person']),
  }),
  // The busy time that follows from it is seen by a whole practice: nobody books into another one.
  who: allOf(inChart('treating'), inPractice),
  load: (args, _facts, actor, ctx) => [ownSession(ctx.ids), cardLoad(args), professionalLoad(actor.sub)],
  run: ({ facts, args, ctx, actor }) => {
    // [CA-9] Such ids follow from a series.
    if (ctx.ids.some((id) => isOccurrenceId(id))) return { reject: 'invalid_arguments' };
    const minutes = (fromInstant(args.end) - fromInstant(args.start)) / 60_000;
    if (!Number.isInteger(minutes) || minutes <= 0 || minutes > longestSessionMinutes)
      return { reject: 'invalid_arguments' };
    if (!timeOf({ ...args, minutes }, false)) return { reject: 'invalid_arguments' };
    const shut = whyShut(facts.find(clientCard, args.chart_id)?.body);
    if (shut !== null) return { reject: shut };
    const { chart_id, place, clinician_name: _name, ...said } = args;
    return newSession(facts, chart_id, ctx.ids, {
      ...said,
      minutes,
      status: 'booked',
      clinician: actor.sub,
      clinician_name: professionalName(facts, actor.sub),
      place: place === 'in-person' ? 'office_location' : place,
      modify_datetime: ctx.now,
    });
  },
  guard: {
    load: (args, _facts, actor) => {
      const wanted = { ...args, clinician: actor.sub };
      return [nearSessions(wanted), nearBlocks(wanted)];
    },
    check: ({ facts, args, actor }: MutatorInput<WithTime>) => {
      const wanted = { ...args, clinician: actor.sub };
      return refuseConflict(facts, wanted) ?? refuseBlocked(facts, wanted);
    },
  },
});

interface WithTime {
  readonly start: string;
  readonly end: string;
  readonly practice_id: string;
}
