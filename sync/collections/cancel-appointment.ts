import * as v from 'valibot';
import type { Facts, LoadRequest } from '../core/facts.ts';
import type { StoredRecord } from '../core/record.ts';
import { isCancelledByClient, isCompleted, statusFlags } from '../domain/appointment-status.ts';
import { plannerRoles } from './approve-appointment.ts';
import { appointment, nearSessions, noteIdOf, refuseConflict, type Appointment } from './appointment.ts';
import { nearBlocks, refuseBlocked } from './blocked-interval.ts';
import { idOfScope } from './classes.ts';
import { clientCard } from './client-card.ts';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { Note } from './note-body.ts';
import { note as noteRecords } from './note.ts';
import { proposedFee } from './late-fee.ts';
import { settledWrite, waitingLoads } from './series-sessions.ts';
import { idSchema, instantSchema } from './values.ts';
import { inSession, sessionLoad } from './who-in-session.ts';
import { hasAny } from './who-may.ts';

const argsSchema = v.object({ appointment_id: idSchema });
type Args = v.InferOutput<typeof argsSchema>;

const cancelArgs = v.object({
  ...argsSchema.entries,
  /** Whoever plans it says that the client cancels; what a client cancels is the client's in any case. */
  by: v.optional(v.literal('client')),
  /** When the client said so, where that was earlier. */
  told_at: v.optional(instantSchema),
});

/**
 * [S-240, corrected] Cancelling archives the session's note, restorable; it destroys nothing. `appointment.restore` brings
 * both back. [CN-1] A completed session whose note is signed is not cancelled by anybody, whether or not they read the note. [CA-6] Where the
 * client cancels late, what the session's terms ask is proposed; a client cancels before the beginning alone.
 */
export const cancelAppointment = defineMutator({
  name: 'appointment.cancel',
  args: cancelArgs,
  who: inSession(...plannerRoles, 'client', 'guardian'),
  load: (args, facts) => [...sessionNote(args), ...waitingLoads(args, facts)],
  run: ({ facts, args, ctx, receivedAt }) => {
    const record = facts.find(appointment, args.appointment_id);
    if (!record) return { reject: 'not_found' };
    const { body } = record;
    if (statusFlags(body.status).cancelled) return [];
    const isOwn = !hasAny(facts.rolesIn(record.scope), plannerRoles);
    const { told_at: at = ctx.now } = isOwn ? {} : args;
    if (at > ctx.now) return { reject: 'invalid_arguments' };
    const isMissed = body.absent !== undefined || statusFlags(body.status).no_show;
    if (isOwn && (at >= body.start || isMissed)) return { reject: 'session_begun' };
    if (isSealed(body, facts.find(noteRecords, noteIdOf(record.id)), receivedAt ?? ctx.now))
      return { reject: 'session_signed' };
    const { late_fee: _before, ...rest } = body;
    const isByClient = isOwn || args.by === 'client';
    // A session that its clinician missed costs nothing, whatever is said of it later.
    const isAsked = isByClient && !statusFlags(body.status).no_show;
    const late_fee = isAsked ? proposedFee(body, at, isOwn ? receivedAt : undefined) : undefined;
    const cancelled: Appointment = {
      ...rest,
      status: isByClient ? 'cancelled_patient' : 'cancelled_orchid_pro',
      cancelled_from: body.status,
      ...(late_fee ? { late_fee } : {}),
      modify_datetime: ctx.now,
    };
    return [sessionWrite(record, cancelled), ...archive(facts, args, ctx.now), ...leftOut(facts, args, ctx.now)];
  },
  guard: {
    load: (args, facts) => {
      const session = facts.has(sessionLoad(args)) ? facts.find(appointment, args.appointment_id) : undefined;
      return [...sessionAndNote(args), ...(session ? [{ kind: 'roles', scope: session.scope } as const] : [])];
    },
    check: ({ facts, args, receivedAt }) => {
      const record = facts.find(appointment, args.appointment_id);
      if (!record) return null;
      const written = facts.find(noteRecords, noteIdOf(record.id));
      if (isSealed(record.body, written, receivedAt)) return { reject: 'session_signed' };
      // A device that is set back cancels nothing that was held: what arrives after the beginning finds no note.
      const isOwn = !hasAny(facts.rolesIn(record.scope), plannerRoles);
      return isOwn && written && receivedAt >= record.body.start ? { reject: 'session_begun' } : null;
    },
  },
  follow: {
    load: (args, facts) => [...sessionAndNote(args), ...waitingLoads(args, facts)],
    run: ({ facts, args, ctx }) => [...archive(facts, args, ctx.now), ...leftOut(facts, args, ctx.now)],
  },
});

/**
 * [CN-2] Brings back a cancelled session as it was, and its note, where the clinician's time is still free and not blocked. [CA-7] What the client
 * cancelled and is yet to come is a proposal from then on, unless whoever brings it back says that the client has agreed.
 */
export const restoreAppointment = defineMutator({
  name: 'appointment.restore',
  args: v.object({
    ...argsSchema.entries,
    /** [S-146] Over what the clinician has blocked meanwhile. */
    force_book_over_blocked: v.optional(v.boolean()),
    /** The client has said yes to it. */
    agreed: v.optional(v.boolean()),
  }),
  who: inSession(...plannerRoles),
  load: (args, facts) => [...sessionNote(args), ...cardOf(args, facts)],
  run: ({ facts, args, ctx, receivedAt }) => {
    const record = facts.find(appointment, args.appointment_id);
    if (!record) return { reject: 'not_found' };
    // [CH-3] As at a booking.
    if (facts.find(clientCard, idOfScope(record.scope))?.body.archived !== undefined)
      return { reject: 'chart_archived' };
    const { cancelled_from: before = 'booked', late_fee: _fee, ...body } = record.body;
    if (!statusFlags(body.status).cancelled) return [];
    const isToCome = body.start > (receivedAt ?? ctx.now);
    const isAsked = isCancelledByClient(body.status) && isToCome && args.agreed !== true;
    // [CA-6] That the client had not come is so again, with what it asks.
    const late_fee = body.absent === undefined ? undefined : proposedFee(body, body.end);
    const restored: Appointment = {
      ...body,
      status: isAsked ? 'invited' : before,
      ...(late_fee ? { late_fee } : {}),
      modify_datetime: ctx.now,
    };
    return [sessionWrite(record, restored), ...unarchive(facts, args)];
  },
  guard: {
    load: (args, facts) => {
      const session = { kind: 'get', collection: 'appointment', id: args.appointment_id } as const;
      const record = facts.has(session) ? facts.find(appointment, args.appointment_id) : undefined;
      return record ? [session, nearSessions(record.body), nearBlocks(record.body)] : [session];
    },
    check: ({ facts, args }) => {
      const record = facts.find(appointment, args.appointment_id);
      if (!record) return null;
      const { body } = record;
      // One that stands takes its own time: restoring it twice is no conflict.
      if (!statusFlags(body.status).cancelled) return null;
      // [SD-1] A sample takes nobody's time.
      if (body.sample) return null;
      return refuseConflict(facts, body) ?? (args.force_book_over_blocked ? null : refuseBlocked(facts, body));
    },
  },
  follow: { load: sessionAndNote, run: ({ facts, args }) => unarchive(facts, args) },
});

function sessionNote(args: Args): readonly LoadRequest[] {
  return [{ kind: 'get', collection: 'note', id: noteIdOf(args.appointment_id) }];
}

/** The card of the session's chart, once that is known. */
function cardOf(args: Args, facts: Facts): readonly LoadRequest[] {
  const session = facts.has(sessionLoad(args)) ? facts.find(appointment, args.appointment_id) : undefined;
  return session ? [{ kind: 'get', collection: 'client_card', id: idOfScope(session.scope) }] : [];
}

function sessionAndNote(args: Args): readonly LoadRequest[] {
  return [sessionLoad(args), ...sessionNote(args)];
}

/** Completed, with a signed note. */
export function isSealed(session: Appointment, note: StoredRecord<Note> | undefined, now: string): boolean {
  return isCompleted(session, now) && note?.body.signed !== undefined;
}

function sessionWrite(record: StoredRecord<Appointment>, body: Appointment): RecordWrite {
  const { collection, id, scope, cls } = record;
  return { collection, id, scope, cls, body, fields: ['status', 'late_fee'] };
}

/** [CA-9] What is cancelled waits for no other time. */
function leftOut(facts: Facts, args: Args, at: string): readonly RecordWrite[] {
  const { series } = facts.find(appointment, args.appointment_id)?.body ?? {};
  const settled = series ? settledWrite(facts, series, 'dropped', at) : null;
  return settled ? [settled] : [];
}

function archive(facts: Facts, args: Args, at: string): readonly RecordWrite[] {
  return noteWrites(facts, args, (note) => (note.archived === undefined ? { ...note, archived: at } : null));
}

function unarchive(facts: Facts, args: Args): readonly RecordWrite[] {
  return noteWrites(facts, args, ({ archived, ...note }) => (archived === undefined ? null : note));
}

/** The session's note with a change, where there is one in the session's own scope and the change is one. */
function noteWrites(facts: Facts, args: Args, change: (note: Note) => Note | null): readonly RecordWrite[] {
  const session = facts.find(appointment, args.appointment_id);
  const note = facts.find(noteRecords, noteIdOf(args.appointment_id));
  if (!note || note.scope !== session?.scope) return [];
  const body = change(note.body);
  const { collection, id, scope, cls } = note;
  return body === null ? [] : [{ collection, id, scope, cls, body, fields: [] }];
}
