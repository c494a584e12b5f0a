import * as v from 'valibot';
import { indexKey } from '../core/index-key.ts';
import { fromInstant, toInstant } from '../core/instant.ts';
import { appointmentStatuses, statusFlags } from '../domain/appointment-status.ts';
import { chartScope, classes, practiceScope } from './classes.ts';
import { defineCollection, defineMutator, type RecordWrite } from './define.ts';
import { noteBody } from './note-body.ts';
import { professionalLoad, professionalName } from './professional.ts';
import { idSchema, instantSchema, lineSchema, zoneSchema } from './values.ts';

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
  load: (args, _facts, actor, ctx) => [
    { kind: 'roles', scope: chartScope(args.chart_id) },
    { kind: 'roles', scope: practiceScope(args.practice_id) },
    { kind: 'get', collection: 'appointment', id: ctx.ids[0] ?? '' },
    professionalLoad(actor.sub),
  ],
  // The busy time that follows from it is seen by a whole practice: nobody books into another one.
  may: ({ facts, args }) =>
    facts.rolesIn(practiceScope(args.practice_id)).length > 0 &&
    facts.rolesIn(chartScope(args.chart_id)).some((role) => role === 'treating' || role === 'scheduler'),
  run: ({ facts, args, ctx, actor }) => {
    const id = ctx.ids[0];
    if (!id || facts.find('appointment', id)) return { reject: 'already_exists' };
    const lengthMs = fromInstant(args.end) - fromInstant(args.start);
    if (lengthMs <= 0 || lengthMs > longestSessionMs) return { reject: 'invalid_arguments' };
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
    load: (args, _facts, actor) => [
      {
        kind: 'range',
        collection: 'appointment',
        index: 'clinician_start',
        from: indexKey(actor.sub, toInstant(fromInstant(args.start) - longestSessionMs)),
        to: indexKey(actor.sub, args.end),
      },
    ],
    check: ({ facts, args, actor }) => {
      const from = indexKey(actor.sub, toInstant(fromInstant(args.start) - longestSessionMs));
      const taken = facts
        .range('appointment', 'clinician_start', from, indexKey(actor.sub, args.end))
        .records.map((record) => v.parse(appointmentBody, record.body))
        .filter((other) => !statusFlags(other.status).cancelled && overlaps(other, args));
      return taken.length > 0 ? { reject: 'conflicting_session' } : null;
    },
  },
});

/** The id of the one SOAP note of a session: derived, so that two devices starting it offline meet in one record. */
export function noteIdOf(appointmentId: string): string {
  return `note.${appointmentId}`;
}

/**
 * [S-240, corrected] Cancelling archives the session's note, restorable; it destroys nothing. Restoring the session
 * brings the note back.
 */
export const cancelAppointment = defineMutator({
  name: 'appointment.cancel',
  args: v.object({ appointment_id: idSchema }),
  load: (args) => [
    { kind: 'get', collection: 'appointment', id: args.appointment_id },
    { kind: 'get', collection: 'note', id: noteIdOf(args.appointment_id) },
  ],
  may: ({ facts, args }) => {
    const record = facts.find('appointment', args.appointment_id);
    return (
      record === undefined || facts.rolesIn(record.scope).some((role) => role === 'treating' || role === 'scheduler')
    );
  },
  run: ({ facts, args, ctx }) => {
    const record = facts.find('appointment', args.appointment_id);
    if (!record) return { reject: 'not_found' };
    const body = v.parse(appointmentBody, record.body);
    if (statusFlags(body.status).cancelled) return [];
    const writes: RecordWrite[] = [
      {
        collection: 'appointment',
        id: record.id,
        scope: record.scope,
        cls: record.cls,
        body: { ...body, status: 'cancelled_orchid_pro', modify_datetime: ctx.now },
        fields: ['status'],
      },
    ];
    const note = facts.find('note', noteIdOf(args.appointment_id));
    if (note) {
      const noteNow = v.parse(noteBody, note.body);
      writes.push({
        collection: 'note',
        id: note.id,
        scope: note.scope,
        cls: note.cls,
        body: { ...noteNow, archived: ctx.now },
        fields: [],
      });
    }
    return writes;
  },
});
