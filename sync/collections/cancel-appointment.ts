import * as v from 'valibot';
import type { Facts, LoadRequest } from '../core/facts.ts';
import type { StoredRecord } from '../core/record.ts';
import { isCompleted, statusFlags } from '../domain/appointment-status.ts';
import { appointment, nearSessions, noteIdOf, refuseConflict, type Appointment } from './appointment.ts';
import { nearBlocks, refuseBlocked } from './blocked-interval.ts';
import { idOfScope } from './classes.ts';
import { clientCard } from './client-card.ts';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { Note } from './note-body.ts';
import { note as noteRecords } from './note.ts';
import { idSchema } from './values.ts';
import { inSession, sessionLoad } from './who-in-session.ts';

const argsSchema = v.object({ appointment_id: idSchema });
type Args = v.InferOutput<typeof argsSchema>;

/**
 * [S-240, corrected] Cancelling archives the session's note, restorable; it destroys nothing. `appointment.restore` brings
 * both back. [CN-1] A completed session whose note is signed is not cancelled by anybody, whether or not they read the note.
 */
export const cancelAppointment = defineMutator({
  name: 'appointment.cancel',
  args: argsSchema,
  who: inSession('treating', 'scheduler', 'practice.scheduler'),
  load: sessionNote,
  run: ({ facts, args, ctx, receivedAt }) => {
    const record = facts.find(appointment, args.appointment_id);
    if (!record) return { reject: 'not_found' };
    const { body } = record;
    if (statusFlags(body.status).cancelled) return [];
    if (isSealed(body, facts.find(noteRecords, noteIdOf(record.id)), receivedAt ?? ctx.now))
      return { reject: 'session_signed' };
    const cancelled: Appointment = {
      ...body,
      status: 'cancelled_orchid_pro',
      cancelled_from: body.status,
      modify_datetime: ctx.now,
    };
    return [sessionWrite(record, cancelled), ...archive(facts, args, ctx.now)];
  },
  guard: {
    load: sessionAndNote,
    check: ({ facts, args, receivedAt }) => {
      const record = facts.find(appointment, args.appointment_id);
      if (!record) return null;
      return isSealed(record.body, facts.find(noteRecords, noteIdOf(record.id)), receivedAt)
        ? { reject: 'session_signed' }
        : null;
    },
  },
  follow: { load: sessionAndNote, run: ({ facts, args, ctx }) => archive(facts, args, ctx.now) },
});

/** [CN-2] Brings back a cancelled session as it was, and its note, where the clinician's time is still free and not blocked. */
export const restoreAppointment = defineMutator({
  name: 'appointment.restore',
  args: v.object({
    ...argsSchema.entries,
    /** [S-146] Over what the clinician has blocked meanwhile. */
    force_book_over_blocked: v.optional(v.boolean()),
  }),
  who: inSession('treating', 'scheduler', 'practice.scheduler'),
  load: (args, facts) => [...sessionNote(args), ...cardOf(args, facts)],
  run: ({ facts, args, ctx }) => {
    const record = facts.find(appointment, args.appointment_id);
    if (!record) return { reject: 'not_found' };
    // [CH-3] As at a booking.
    if (facts.find(clientCard, idOfScope(record.scope))?.body.archived !== undefined)
      return { reject: 'chart_archived' };
    const { cancelled_from: status = 'booked', ...body } = record.body;
    if (!statusFlags(body.status).cancelled) return [];
    const restored: Appointment = { ...body, status, modify_datetime: ctx.now };
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
  return { collection, id, scope, cls, body, fields: ['status'] };
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
