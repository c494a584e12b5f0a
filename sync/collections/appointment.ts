import * as v from 'valibot';
import type { Facts } from '../core/facts.ts';
import { indexKey } from '../core/index-key.ts';
import { fromInstant, toInstant } from '../core/instant.ts';
import { wallClockDistanceMs } from '../core/wall-clock.ts';
import { appointmentStatuses, statusFlags } from '../domain/appointment-status.ts';
import { chartScope, classes, practiceScope } from './classes.ts';
import { defineCollection, defineMutator } from '../core/define.ts';
import { professionalLoad, professionalName } from './professional.ts';
import { idSchema, instantSchema, lineSchema, zoneSchema } from './values.ts';
import { allOf, inChart, inPractice } from './who-may.ts';

/**
 * A session. A future one is meant in local time: `local_start` and `zone` are the source, `start` and `end` the
 * instants derived from them. Without reason or content: the client and the front desk read this record too.
 */
export const appointmentBody = v.object({
  appointment_type_label: lineSchema,
  status: v.picklist(appointmentStatuses),
  local_start: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)),
  zone: zoneSchema,
  start: instantSchema,
  end: instantSchema,
  clinician: idSchema,
  clinician_name: lineSchema,
  practice_id: idSchema,
  place: v.picklist(['telehealth', 'in-person']),
  modify_datetime: instantSchema,
  /** Of a cancelled session: what it was before, so that restoring brings back exactly that. */
  cancelled_from: v.optional(v.picklist(appointmentStatuses)),
});
export type Appointment = v.InferOutput<typeof appointmentBody>;

export const appointment = defineCollection({
  name: 'appointment',
  shape: 1,
  body: appointmentBody,
  readers: {
    treating: [classes.scheduling],
    supervisor: [classes.scheduling],
    scheduler: [classes.scheduling],
    client: [classes.scheduling],
    guardian: [classes.scheduling],
  },
  indexes: {
    start: ({ body }) => [body.start],
    clinician_start: ({ body }) => [indexKey(body.clinician, body.start)],
    scope_start: ({ scope, body }) => [indexKey(scope, body.start)],
  },
  at: (body) => body.start,
  clinical: true,
  project: ({ id, body }) => [
    {
      collection: 'busy_time',
      id: `busy.${id}`,
      scope: practiceScope(body.practice_id),
      cls: classes.colleagues,
      body: { clinician: body.clinician, start: body.start, end: body.end, free: statusFlags(body.status).cancelled },
    },
  ],
});

/** No session is longer: the bound that makes the search for overlaps a short range. */
const longestSessionMs = 8 * 60 * 60 * 1000;

/** Local time and instant of a session lie no further apart, whichever table of zones each was made with. */
const farthestOffMs = 26 * 60 * 60 * 1000;

/** A clinician's time that is asked for. */
interface WantedTime {
  readonly clinician: string;
  readonly start: string;
  readonly end: string;
}

/** Every session of the clinician that could overlap with this time. */
export function nearSessions({ clinician, start, end }: WantedTime) {
  return {
    kind: 'range',
    collection: 'appointment',
    index: 'clinician_start',
    from: indexKey(clinician, toInstant(fromInstant(start) - longestSessionMs)),
    to: indexKey(clinician, end),
  } as const;
}

/** Whether a session that stands takes some of this time; `nearSessions` was loaded. */
export function hasConflict(facts: Facts, wanted: WantedTime): boolean {
  return facts
    .within(appointment, nearSessions(wanted))
    .some(({ body: other }) => !statusFlags(other.status).cancelled && overlaps(other, wanted));
}

/** Whether two half-open intervals of instants share a moment. */
function overlaps(one: { start: string; end: string }, other: { start: string; end: string }): boolean {
  return one.start < other.end && other.start < one.end;
}

export const createAppointment = defineMutator({
  name: 'appointment.create',
  args: v.object({
    chart_id: idSchema,
    appointment_type_label: lineSchema,
    local_start: appointmentBody.entries.local_start,
    zone: zoneSchema,
    start: instantSchema,
    end: instantSchema,
    /** Said by clients of before; the name comes from the practice's record. */
    clinician_name: lineSchema,
    practice_id: idSchema,
    place: appointmentBody.entries.place,
  }),
  // The busy time that follows from it is seen by a whole practice: nobody books into another one.
  who: allOf(inChart('treating', 'scheduler'), inPractice),
  load: (_args, _facts, actor, ctx) => [
    { kind: 'get', collection: 'appointment', id: ctx.ids[0] ?? '' },
    professionalLoad(actor.sub),
  ],
  run: ({ facts, args, ctx, actor }) => {
    const id = ctx.ids[0];
    if (!id || facts.find(appointment, id)) return { reject: 'already_exists' };
    const lengthMs = fromInstant(args.end) - fromInstant(args.start);
    if (lengthMs <= 0 || lengthMs > longestSessionMs) return { reject: 'invalid_arguments' };
    const distanceMs = wallClockDistanceMs(args.local_start, args.zone, args.start);
    if (distanceMs === null || distanceMs > farthestOffMs) return { reject: 'invalid_arguments' };
    const body: Appointment = {
      appointment_type_label: args.appointment_type_label,
      status: 'booked',
      local_start: args.local_start,
      zone: args.zone,
      start: args.start,
      end: args.end,
      clinician: actor.sub,
      clinician_name: professionalName(facts, actor.sub),
      practice_id: args.practice_id,
      place: args.place,
      modify_datetime: ctx.now,
    };
    return [
      {
        collection: 'appointment',
        id,
        scope: chartScope(args.chart_id),
        cls: classes.scheduling,
        body,
        fields: ['start', 'status'],
      },
    ];
  },
  guard: {
    load: (args, _facts, actor) => [nearSessions({ ...args, clinician: actor.sub })],
    check: ({ facts, args, actor }) =>
      hasConflict(facts, { ...args, clinician: actor.sub }) ? { reject: 'conflicting_session' } : null,
  },
});

/** The id of the one SOAP note of a session: derived, so that two devices starting it offline meet in one record. */
export function noteIdOf(appointmentId: string): string {
  return `note.${appointmentId}`;
}
