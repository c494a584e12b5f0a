import * as v from 'valibot';
import { defineMutator, type Who } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import type { StoredRecord } from '../core/record.ts';
import { isCancelledByClient, statusFlags } from '../domain/appointment-status.ts';
import {
  appointment,
  nearSessions,
  noteIdOf,
  occurrenceIdOf,
  refuseConflict,
  type Appointment,
} from './appointment.ts';
import { findSeries, occurrenceLoad, seriesLoad, type AppointmentSeries } from './appointment-series.ts';
import { nearBlocks, refuseBlocked } from './blocked-interval.ts';
import { cancellationPolicy, policyIdOf, policyLoad } from './cancellation-policy.ts';
import { idOfScope } from './classes.ts';
import { clientCard, whyShut } from './client-card.ts';
import { membersLoad } from './membership.ts';
import { dayLoads } from './practice-day.ts';
import { fixedLoads, isFixed, newOccurrence, plannedSession, stands, statusOf } from './series-sessions.ts';
import { plannedTime, timeOf } from './session-plan.ts';
import { treatsIn } from './treats-in.ts';
import { unplacedSession, type UnplacedSession } from './unplaced-session.ts';
import { idSchema } from './values.ts';
import { hasAny } from './who-may.ts';

const unplacedArgs = v.object({ unplaced_id: idSchema });
type UnplacedArgs = v.InferOutput<typeof unplacedArgs>;

const who: Who<UnplacedArgs> = {
  roles: ['treating', 'practice.scheduler'],
  load: (args) => [unplacedLoad(args)],
  may: ({ facts, args }) => {
    const record = facts.find(unplacedSession, args.unplaced_id);
    return record === undefined || hasAny(facts.rolesIn(record.scope), ['treating', 'practice.scheduler']);
  },
};

const placeArgs = v.object({
  ...unplacedArgs.entries,
  ...plannedTime,
  /** [CA-7] The client, who cancelled it, has agreed. */
  agreed: v.optional(v.boolean()),
  /** [S-146] Over what the clinician has blocked. */
  force_book_over_blocked: v.optional(v.boolean()),
});
type PlaceArgs = v.InferOutput<typeof placeArgs>;

/**
 * [CA-9] Gives a session of a series that could not be had a time of its own: it is booked there, brought back there, or moved there where it still stood at its
 * time of before. `ctx.base` names the version on screen (`state`).
 */
export const placeUnplaced = defineMutator({
  name: 'unplaced_session.place',
  args: placeArgs,
  who,
  load: (args, facts) => placeLoads(args, facts),
  run: ({ facts, args, ctx, receivedAt }) => {
    const record = facts.find(unplacedSession, args.unplaced_id);
    const series = record && findSeries(facts, record.body.series.id);
    if (!record || !series) return { reject: 'not_found' };
    const shut = whyShut(facts.find(clientCard, idOfScope(record.scope))?.body);
    if (shut !== null) return { reject: shut };
    if (isStale(record, ctx.base)) return { reject: 'changed_meanwhile' };
    if (isEnded(series.body, record.body)) return { reject: 'session_cancelled' };
    const time = timeOf(args, receivedAt !== undefined);
    if (!time) return { reject: 'invalid_arguments' };
    const { local_start, zone, minutes } = args;
    const { date } = record.body.series;
    const session = facts.find(appointment, occurrenceIdOf(series.id, date));
    const settled = unplacedWrite(record, { state: 'placed', modify_datetime: ctx.now });
    const moved = { local_start, zone, minutes, ...time, modify_datetime: ctx.now };
    if (!session) {
      const { clinician, clinician_name } = record.body;
      const late = facts.find(cancellationPolicy, policyIdOf(clinician))?.body.terms;
      const held = {
        clinician,
        clinician_name,
        status: statusOf(series.body),
        booked_at: ctx.now,
        ...(late ? { late } : {}),
      };
      const planned = plannedSession(
        series,
        date,
        { ...held, modify_datetime: ctx.now },
        { local_start, zone, minutes },
      );
      return planned
        ? [newOccurrence(record.scope, { ...planned, ...moved }), settled]
        : { reject: 'invalid_arguments' };
    }
    if (stands(session.body) && isFixed(facts, session, receivedAt ?? ctx.now)) return { reject: 'time_signed' };
    if (isGone(facts, session, record.body)) return { reject: 'session_cancelled' };
    const { cancelled_from = 'booked', late_fee: _fee, ...rest } = session.body;
    // [CA-7] As when it is brought back.
    const status = isCancelledByClient(rest.status) && args.agreed !== true ? ('invited' as const) : cancelled_from;
    const back: Appointment = stands(session.body) ? session.body : { ...rest, status };
    const { collection, id, scope, cls } = session;
    const fields = stands(session.body) ? ['start'] : ['start', 'status', 'late_fee'];
    return [{ collection, id, scope, cls, body: { ...back, ...moved }, fields }, settled];
  },
  guard: {
    load: (args, facts) => {
      const record = facts.has(unplacedLoad(args)) ? facts.find(unplacedSession, args.unplaced_id) : undefined;
      if (!record) return [unplacedLoad(args)];
      const wanted = wantedOf(facts, args, record);
      return [
        unplacedLoad(args),
        ...placeLoads(args, facts),
        membersLoad(record.scope),
        ...dayLoads(record.scope, facts),
        ...(wanted ? [nearSessions(wanted), nearBlocks(wanted)] : []),
      ];
    },
    check: (input) => {
      const { facts, args, receivedAt } = input;
      const record = facts.find(unplacedSession, args.unplaced_id);
      const wanted = record && wantedOf(facts, args, record);
      if (!record || !wanted) return null;
      if (!treatsIn(input, record.scope, wanted.clinician)) return { reject: 'not_found' };
      const id = occurrenceIdOf(record.body.series.id, record.body.series.date);
      const session = facts.find(appointment, id);
      if (session && stands(session.body) && isFixed(facts, session, receivedAt)) return { reject: 'time_signed' };
      if (session && isGone(facts, session, record.body)) return { reject: 'session_cancelled' };
      return refuseConflict(facts, wanted, id) ?? (args.force_book_over_blocked ? null : refuseBlocked(facts, wanted));
    },
  },
});

/**
 * [CA-9] Leaves out for good a session of a series that could not be had; one that still stands at its time of before stays there. `dropped: false` takes that
 * back. `ctx.base` names the version on screen (`state`).
 */
export const dropUnplaced = defineMutator({
  name: 'unplaced_session.drop',
  args: v.object({ ...unplacedArgs.entries, dropped: v.boolean() }),
  who,
  load: (args, facts) => {
    const record = facts.has(unplacedLoad(args)) ? facts.find(unplacedSession, args.unplaced_id) : undefined;
    return record ? [seriesLoad(record.body.series.id)] : [];
  },
  run: ({ facts, args, ctx }) => {
    const record = facts.find(unplacedSession, args.unplaced_id);
    const series = record && findSeries(facts, record.body.series.id);
    if (!record || !series) return { reject: 'not_found' };
    const { state } = record.body;
    const next = args.dropped ? 'dropped' : 'open';
    if (state === next) return [];
    if (state === 'placed' || isStale(record, ctx.base)) return { reject: 'changed_meanwhile' };
    if (!args.dropped && isEnded(series.body, record.body)) return { reject: 'session_cancelled' };
    return [unplacedWrite(record, { state: next, modify_datetime: ctx.now })];
  },
});

/** Whether the rest of the series was cancelled, and this one with it. */
function isEnded({ until }: AppointmentSeries, { series, stands: isThere }: UnplacedSession): boolean {
  return until !== undefined && series.date > until && isThere === undefined;
}

/** A session that was cancelled, missed or noted since: it comes back by itself, and its note with it. */
function isGone(facts: Facts, session: StoredRecord<Appointment>, { stands: isThere }: UnplacedSession): boolean {
  if (stands(session.body)) return false;
  return isThere === true || !statusFlags(session.body.status).cancelled || facts.holds('note', noteIdOf(session.id));
}

function isStale({ body, stamps }: StoredRecord<UnplacedSession>, base: Readonly<Record<string, string>>): boolean {
  const isOther = 'state' in base && base['state'] !== (stamps['state'] ?? '');
  return isOther || body.state === 'placed';
}

function unplacedLoad({ unplaced_id }: UnplacedArgs) {
  return { kind: 'get', collection: 'unplaced_session', id: unplaced_id } as const;
}

function placeLoads(args: PlaceArgs, facts: Facts): readonly LoadRequest[] {
  const record = facts.has(unplacedLoad(args)) ? facts.find(unplacedSession, args.unplaced_id) : undefined;
  if (!record) return [];
  const { id, date } = record.body.series;
  return [
    seriesLoad(id),
    occurrenceLoad(id, date),
    ...fixedLoads(occurrenceIdOf(id, date)),
    { kind: 'get', collection: 'client_card', id: idOfScope(record.scope) },
    policyLoad(record.body.clinician),
  ];
}

/** The time that is asked for, of whoever holds the session. */
function wantedOf(facts: Facts, args: PlaceArgs, { body }: StoredRecord<UnplacedSession>) {
  const load = occurrenceLoad(body.series.id, body.series.date);
  const session = facts.has(load) ? facts.find(appointment, load.id) : undefined;
  const time = timeOf(args, true);
  return time ? { ...time, clinician: session?.body.clinician ?? body.clinician, practice_id: body.practice_id } : null;
}

function unplacedWrite(record: StoredRecord<UnplacedSession>, change: Partial<UnplacedSession>) {
  const { collection, id, scope, cls } = record;
  return { collection, id, scope, cls, body: { ...record.body, ...change }, fields: ['state'] };
}
