import * as v from 'valibot';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import type { StoredRecord } from '../core/record.ts';
import { statusFlags } from '../domain/appointment-status.ts';
import { billingTypes, isPriceOf, sessionKinds } from '../domain/session-kinds.ts';
import { appointment, nearSessions, noteIdOf, refuseConflict, type Appointment } from './appointment.ts';
import { nearBlocks, refuseBlocked } from './blocked-interval.ts';
import { isSealed } from './cancel-appointment.ts';
import { proposedFee } from './late-fee.ts';
import { note } from './note.ts';
import { settledWrite, waitingLoads } from './series-sessions.ts';
import { plannedFacts, plannedTime, priceSchema, timeOf } from './session-plan.ts';
import { idSchema } from './values.ts';
import { inSession, sessionLoad } from './who-in-session.ts';

const argsSchema = v.object({
  appointment_id: idSchema,
  ...v.partial(v.object({ ...plannedTime, ...plannedFacts })).entries,
  /** Null takes away what was said. */
  kind: v.optional(v.nullable(v.picklist(sessionKinds))),
  billing_type: v.optional(v.nullable(v.picklist(billingTypes))),
  price_cents: v.optional(v.nullable(priceSchema)),
  /** [S-146] Books over what the clinician has blocked. */
  force_book_over_blocked: v.optional(v.boolean()),
});
type Args = v.InferOutput<typeof argsSchema>;

const timeNames = ['local_start', 'zone', 'minutes'] as const;
const factNames = ['appointment_type_label', 'place', 'kind', 'billing_type', 'price_cents'] as const;

/**
 * [CA-1] Moves a session or changes what is planned of it, fact by fact: what is not named stays. `ctx.base` names the version on screen
 * of each (`start` for the whole time): what was changed elsewhere meanwhile is not written over. A cancelled session is not
 * changed, and the time of one whose note is signed stays. Its note goes with it; that somebody did not come is not said any more of one
 * that is yet to come.
 */
export const editAppointment = defineMutator({
  name: 'appointment.edit',
  args: argsSchema,
  who: inSession('treating', 'scheduler', 'practice.scheduler'),
  load: (args, facts) => [noteLoad(args), ...waitingLoads(args, facts)],
  run: ({ facts, args, ctx, receivedAt }) => {
    const record = facts.find(appointment, args.appointment_id);
    if (!record) return { reject: 'not_found' };
    const { body } = record;
    if (body.sample) return { reject: 'is_sample' };
    if (statusFlags(body.status).cancelled) return { reject: 'session_cancelled' };
    if ((args.local_start !== undefined || args.zone !== undefined) && args.start === undefined)
      return { reject: 'invalid_arguments' };
    const isMoved = isTimeOther(args, body);
    const time = isMoved ? timeOf(meantOf(args, body), receivedAt !== undefined) : { start: body.start, end: body.end };
    if (!time) return { reject: 'invalid_arguments' };
    const changed = [
      ...(isMoved ? (['start'] as const) : []),
      ...factNames.filter((name) => isOther(args, body, name)),
    ];
    if (changed.length === 0) return [];
    if (changed.some((name) => name in ctx.base && ctx.base[name] !== (record.stamps[name] ?? '')))
      return { reject: 'changed_meanwhile' };
    if (isMoved && isSealed(body, facts.find(note, noteIdOf(record.id)), receivedAt ?? ctx.now))
      return { reject: 'time_signed' };
    const { local_start, zone, minutes } = meantOf(args, body);
    const said = Object.fromEntries(changed.flatMap((name) => (name === 'start' ? [] : [[name, args[name]]])));
    const planned = { ...body, ...said, local_start, zone, minutes, ...time, modify_datetime: ctx.now };
    for (const [name, value] of Object.entries(said)) if (value === null) Reflect.deleteProperty(planned, name);
    const isToCome = isMoved && time.start > (receivedAt ?? ctx.now);
    const next: Appointment = isToCome ? unmissed(planned) : planned;
    if (!isPriceOf(next.kind, next.price_cents)) return { reject: 'invalid_arguments' };
    const fields = isToCome && isMissed(body) ? [...changed, 'status', 'late_fee'] : changed;
    // [CA-9] Whoever gives it a time has answered what waited for one.
    const settled = isMoved && body.series ? settledWrite(facts, body.series, 'placed', ctx.now) : null;
    return [
      sessionWrite(record, next, fields),
      ...noteGoesAlong(facts, record, next.start),
      ...(settled ? [settled] : []),
    ];
  },
  guard: {
    load: (args, facts) => {
      const record = facts.has(sessionLoad(args)) ? facts.find(appointment, args.appointment_id) : undefined;
      const time = record ? timeOf(meantOf(args, record.body), true) : null;
      const wanted = record && time ? { ...time, clinician: record.body.clinician } : null;
      return [sessionLoad(args), noteLoad(args), ...(wanted ? [nearSessions(wanted), nearBlocks(wanted)] : [])];
    },
    check: ({ facts, args, receivedAt }) => {
      const record = facts.find(appointment, args.appointment_id);
      if (!record || !isTimeOther(args, record.body)) return null;
      const { body } = record;
      if (isSealed(body, facts.find(note, noteIdOf(record.id)), receivedAt)) return { reject: 'time_signed' };
      const time = timeOf(meantOf(args, body), true);
      if (!time) return null;
      const wanted = { ...time, clinician: body.clinician, practice_id: body.practice_id };
      return (
        refuseConflict(facts, wanted, record.id) ?? (args.force_book_over_blocked ? null : refuseBlocked(facts, wanted))
      );
    },
  },
  follow: {
    load: (args) => [sessionLoad(args), noteLoad(args)],
    run: ({ facts, args }) => {
      const record = facts.find(appointment, args.appointment_id);
      const time = record && isTimeOther(args, record.body) ? timeOf(meantOf(args, record.body), true) : null;
      return record && time ? noteGoesAlong(facts, record, time.start) : [];
    },
  },
});

/**
 * [CA-4] Says that the client or the clinician did not come, once the session has begun; `nobody` takes it back. What the session's terms ask
 * of a client who did not come is proposed [CA-6]; where the clinician did not come there never is a fee, and none is said to have missed a session whose note is signed. `ctx.base` names the
 * version on screen (`status`).
 */
export const markNoShow = defineMutator({
  name: 'appointment.mark_no_show',
  args: v.object({ appointment_id: idSchema, who: v.picklist(['client', 'clinician', 'nobody']) }),
  who: inSession('treating', 'scheduler', 'practice.scheduler'),
  load: (args) => [noteLoad(args)],
  run: ({ facts, args, ctx, receivedAt }) => {
    const record = facts.find(appointment, args.appointment_id);
    if (!record) return { reject: 'not_found' };
    const { absent, no_join_from: before = 'booked', late_fee: _fee, held: _held, ...rest } = record.body;
    if (rest.sample) return { reject: 'is_sample' };
    if (statusFlags(rest.status).cancelled) return { reject: 'session_cancelled' };
    const isProNow = rest.status === 'cancelled_pro_no_join';
    const stood = isProNow ? before : rest.status;
    const said = isProNow ? 'clinician' : (absent ?? 'nobody');
    if (said === args.who) return [];
    if (args.who !== 'nobody' && rest.start > (receivedAt ?? ctx.now)) return { reject: 'session_not_begun' };
    if ('status' in ctx.base && ctx.base['status'] !== (record.stamps['status'] ?? ''))
      return { reject: 'changed_meanwhile' };
    if (args.who === 'clinician' && isSignedIn(facts, record.id)) return { reject: 'session_signed' };
    const next: Appointment = {
      ...rest,
      modify_datetime: ctx.now,
      ...(args.who === 'clinician' ? { status: 'cancelled_pro_no_join', no_join_from: stood } : { status: stood }),
      ...(args.who === 'client' ? missedBy(rest) : {}),
    };
    return [sessionWrite(record, next, ['status', 'late_fee'])];
  },
  guard: {
    // Whoever says it need not read the note.
    load: (args) => [sessionLoad(args), noteLoad(args)],
    check: ({ facts, args }) =>
      args.who === 'clinician' && isSignedIn(facts, args.appointment_id) ? { reject: 'session_signed' } : null,
  },
});

/** [CA-6] A client who does not come cancels as late as one can. */
function missedBy(session: Appointment): Pick<Appointment, 'absent' | 'late_fee'> {
  const late_fee = proposedFee(session, session.end);
  return { absent: 'client', ...(late_fee ? { late_fee } : {}) };
}

function isSignedIn(facts: Facts, appointmentId: string): boolean {
  return facts.find(note, noteIdOf(appointmentId))?.body.signed !== undefined;
}

function isMissed({ absent, missed, held, status }: Appointment): boolean {
  return absent !== undefined || held !== undefined || missed !== undefined || status === 'cancelled_pro_no_join';
}

/** A session of which nothing is said any more about who came, nor that it was held. */
function unmissed({
  absent: _absent,
  missed: _missed,
  held: _held,
  late_fee: _fee,
  no_join_from: before = 'booked',
  ...body
}: Appointment): Appointment {
  return body.status === 'cancelled_pro_no_join' ? { ...body, status: before } : body;
}

/** A note that is not signed lies at the time of its session, wherever that goes. */
export function noteGoesAlong(facts: Facts, session: StoredRecord<Appointment>, start: string): readonly RecordWrite[] {
  const found = facts.find(note, noteIdOf(session.id));
  if (!found || found.scope !== session.scope || found.body.signed || found.body.session_start === start) return [];
  const { collection, id, scope, cls } = found;
  return [{ collection, id, scope, cls, body: { ...found.body, session_start: start }, fields: [] }];
}

function noteLoad(args: Pick<Args, 'appointment_id'>): LoadRequest {
  return { kind: 'get', collection: 'note', id: noteIdOf(args.appointment_id) };
}

function meantOf(args: Args, body: Appointment) {
  const { local_start = body.local_start, zone = body.zone, minutes = body.minutes, start = body.start } = args;
  return { local_start, zone, minutes, start };
}

function isTimeOther(args: Args, body: Appointment): boolean {
  return timeNames.some((name) => isOther(args, body, name));
}

function isOther(
  args: Args,
  body: Appointment,
  name: (typeof timeNames)[number] | (typeof factNames)[number],
): boolean {
  return args[name] !== undefined && (args[name] ?? undefined) !== body[name];
}

function sessionWrite(record: StoredRecord<Appointment>, body: Appointment, fields: readonly string[]): RecordWrite {
  const { collection, id, scope, cls } = record;
  return { collection, id, scope, cls, body, fields };
}
