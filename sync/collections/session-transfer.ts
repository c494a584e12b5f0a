import * as v from 'valibot';
import { defineCollection, defineMutator, type RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { indexKey, prefixRange } from '../core/index-key.ts';
import type { StoredRecord } from '../core/record.ts';
import { statusFlags } from '../domain/appointment-status.ts';
import { appointment, nearSessions, refuseConflict, type Appointment } from './appointment.ts';
import { nearBlocks, refuseBlocked } from './blocked-interval.ts';
import { classes, practiceScope } from './classes.ts';
import { isFormer, membership, membershipId, membersLoad, membersOf } from './membership.ts';
import { dayLoads, todayIn } from './practice-day.ts';
import { professional, professionalLoad } from './professional.ts';
import { idSchema, instantSchema, lineSchema } from './values.ts';
import { inSession, sessionLoad } from './who-in-session.ts';

/**
 * That a colleague is to hold a session: proposed, and what became of it. It opens no chart: whom it names reads of the session what their
 * own access to the chart gives. The client does not read it; who holds the session says the session.
 */
export const sessionTransfer = defineCollection({
  name: 'session_transfer',
  shape: 1,
  body: v.object({
    appointment_id: idSchema,
    to: idSchema,
    to_name: lineSchema,
    /** Who held it when this was proposed. */
    from: idSchema,
    from_name: lineSchema,
    state: v.picklist(['proposed', 'taken', 'declined', 'withdrawn']),
    modify_datetime: instantSchema,
  }),
  readers: {
    treating: [classes.scheduling],
    supervisor: [classes.scheduling],
    scheduler: [classes.scheduling],
    'practice.scheduler': [classes.scheduling],
  },
  indexes: {
    /** Those that wait for an answer, by whose it is. */
    waits_for: ({ body, id }) => (body.state === 'proposed' ? [indexKey(body.to, id)] : []),
    scope: ({ scope, id }) => [indexKey(scope, id)],
  },
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, body }) => id === transferIdOf(body.appointment_id),
  liesWith: { collection: 'appointment', idOf: (id) => id.slice('transfer.'.length) },
  clinical: true,
});
export type SessionTransfer = v.InferOutput<typeof sessionTransfer.body>;

/** The id of a session's transfer: one record a session, so that two devices meet in it. */
export function transferIdOf(appointmentId: string): string {
  return `transfer.${appointmentId}`;
}

/** The roles in a chart with which a colleague can hold its sessions. */
const holderRoles: readonly string[] = ['treating', 'scheduler'];

/**
 * [CA-8] Proposes a session that is yet to come to a colleague who has access to its chart, or at least to its sessions. Who treats proposes, or
 * who holds it. `ctx.base` names the version on screen (`state`).
 */
export const proposeTransfer = defineMutator({
  name: 'session_transfer.propose',
  args: v.object({ appointment_id: idSchema, to: idSchema }),
  who: inSession('treating', 'scheduler'),
  load: (args) => [transferLoad(args), professionalLoad(args.to)],
  run: ({ facts, args, ctx, actor, receivedAt }) => {
    const session = facts.find(appointment, args.appointment_id);
    const colleague = facts.find(professional, args.to);
    if (!session || colleague?.scope !== practiceScope(session.body.practice_id)) return { reject: 'not_found' };
    const shut = whyNotTransferred(session.body, receivedAt ?? ctx.now);
    if (shut !== null) return { reject: shut };
    const treats = facts.rolesIn(session.scope).includes('treating');
    if (!treats && session.body.clinician !== actor.sub) return { reject: 'not_allowed' };
    if (args.to === session.body.clinician) return { reject: 'invalid_arguments' };
    const before = facts.find(sessionTransfer, transferIdOf(session.id));
    if (before?.body.state === 'proposed' && before.body.to === args.to) return [];
    if ('state' in ctx.base && ctx.base['state'] !== (before?.stamps['state'] ?? ''))
      return { reject: 'changed_meanwhile' };
    const { clinician: from, clinician_name: from_name } = session.body;
    const body: SessionTransfer = {
      appointment_id: session.id,
      to: args.to,
      to_name: colleague.body.display_name,
      from,
      from_name,
      state: 'proposed',
      modify_datetime: ctx.now,
    };
    return [transferWrite(session, body)];
  },
  guard: {
    load: (args, facts) => {
      const session = sessionOf(args, facts);
      return [sessionLoad(args), ...(session ? [membersLoad(session.scope), ...dayLoads(session.scope, facts)] : [])];
    },
    check: (input) => {
      const { facts, args } = input;
      const session = facts.find(appointment, args.appointment_id);
      if (!session) return null;
      const today = todayIn(input, session.scope);
      const holds = membersOf(facts, session.scope).some(
        (one) => one.body.account === args.to && holderRoles.includes(one.body.role) && !isFormer(one, today),
      );
      return holds ? null : { reject: 'not_found' };
    },
  },
});

/**
 * [CA-8] The colleague takes the session or declines it; who proposed takes the proposal back (`withdraw`). Taken, it is hers, where her time is free and not
 * blocked, at the time on screen (`ctx.base`: `state` of the proposal, `start` of the session). Where it ends without being taken, a
 * colleague who saw the chart's sessions for its sake sees them no more.
 */
export const answerTransfer = defineMutator({
  name: 'session_transfer.answer',
  args: v.object({
    appointment_id: idSchema,
    answer: v.picklist(['take', 'decline', 'withdraw']),
    /** [S-146] Over what she has blocked herself. */
    force_book_over_blocked: v.optional(v.boolean()),
  }),
  who: inSession('treating', 'scheduler'),
  load: (args, facts) => [transferLoad(args), ...lookLoads(args, facts)],
  run: ({ facts, args, ctx, actor, receivedAt }) => {
    const session = facts.find(appointment, args.appointment_id);
    const proposal = facts.find(sessionTransfer, transferIdOf(args.appointment_id));
    if (!session || !proposal) return { reject: 'not_found' };
    const { body } = proposal;
    const isTo = body.to === actor.sub;
    const treats = facts.rolesIn(session.scope).includes('treating');
    const may = args.answer === 'withdraw' ? treats || body.from === actor.sub : isTo;
    if (!may) return { reject: 'not_allowed' };
    const state = ends[args.answer];
    if (body.state === state) return [];
    const isStale = (name: string, record: StoredRecord<unknown>): boolean =>
      name in ctx.base && ctx.base[name] !== (record.stamps[name] ?? '');
    if (body.state !== 'proposed' || isStale('state', proposal)) return { reject: 'changed_meanwhile' };
    const answered = transferWrite(session, { ...body, state, modify_datetime: ctx.now });
    // Who reads who has access knows at once that it has ended, and gives it anew before asking again.
    if (state !== 'taken') return [answered, ...endsLook(facts, proposal, ctx.now)];
    const shut = whyNotTransferred(session.body, receivedAt ?? ctx.now);
    if (shut !== null) return { reject: shut };
    if (isStale('start', session)) return { reject: 'changed_meanwhile' };
    const held: Appointment = {
      ...session.body,
      clinician: body.to,
      clinician_name: body.to_name,
      modify_datetime: ctx.now,
    };
    const { collection, id, scope, cls } = session;
    return [answered, { collection, id, scope, cls, body: held, fields: ['clinician'] }];
  },
  guard: {
    load: (args, facts) => {
      const session = sessionOf(args, facts);
      const proposal = facts.has(transferLoad(args))
        ? facts.find(sessionTransfer, transferIdOf(args.appointment_id))
        : null;
      const wanted = session && proposal ? wantedBy(proposal.body.to, session.body) : null;
      return [sessionLoad(args), transferLoad(args), ...(wanted ? [nearSessions(wanted), nearBlocks(wanted)] : [])];
    },
    check: ({ facts, args }) => {
      const session = facts.find(appointment, args.appointment_id);
      const proposal = facts.find(sessionTransfer, transferIdOf(args.appointment_id));
      // What she holds already is in nobody's way.
      if (args.answer !== 'take' || !session || proposal?.body.state !== 'proposed') return null;
      const wanted = wantedBy(proposal.body.to, session.body);
      return (
        refuseConflict(facts, wanted, session.id) ??
        (args.force_book_over_blocked ? null : refuseBlocked(facts, wanted))
      );
    },
  },
  // Who only sees the sessions reads no access, not even her own.
  follow: {
    load: (args, facts) => [sessionLoad(args), transferLoad(args), ...lookLoads(args, facts)],
    run: ({ facts, args, ctx }) => {
      const proposal = facts.find(sessionTransfer, transferIdOf(args.appointment_id));
      return args.answer === 'take' || !proposal ? [] : endsLook(facts, proposal, ctx.now);
    },
  },
});

const ends = { take: 'taken', decline: 'declined', withdraw: 'withdrawn' } as const;

interface OfSession {
  readonly appointment_id: string;
}

function sessionOf(args: OfSession, facts: Facts): StoredRecord<Appointment> | undefined {
  return facts.has(sessionLoad(args)) ? facts.find(appointment, args.appointment_id) : undefined;
}

function transferLoad({ appointment_id }: OfSession): LoadRequest {
  return { kind: 'get', collection: 'session_transfer', id: transferIdOf(appointment_id) };
}

/** Every proposal of the chart, and the access of the colleague whom this one names. */
function lookLoads(args: OfSession, facts: Facts): readonly LoadRequest[] {
  const session = sessionOf(args, facts);
  const proposal = facts.has(transferLoad(args))
    ? facts.find(sessionTransfer, transferIdOf(args.appointment_id))
    : null;
  if (!session || !proposal) return [];
  const id = membershipId(session.scope, proposal.body.to, 'scheduler');
  return [transfersIn(session.scope), { kind: 'get', collection: 'membership', id }];
}

/** Every transfer of a chart's sessions. */
function transfersIn(scope: string) {
  return { kind: 'range', collection: 'session_transfer', index: 'scope', ...prefixRange(scope) } as const;
}

function whyNotTransferred({ sample, status, start }: Appointment, now: string) {
  if (sample) return 'is_sample';
  if (statusFlags(status).cancelled) return 'session_cancelled';
  return start <= now ? 'session_begun' : null;
}

function wantedBy(clinician: string, { start, end, practice_id }: Appointment) {
  return { clinician, start, end, practice_id };
}

function transferWrite(session: StoredRecord<Appointment>, body: SessionTransfer): RecordWrite {
  const place = { collection: 'session_transfer', id: transferIdOf(session.id), scope: session.scope };
  return { ...place, cls: classes.scheduling, body, fields: ['state'] };
}

/** Ends the access to a chart's sessions of who holds none of them and is asked about no other. */
function endsLook(facts: Facts, proposal: StoredRecord<SessionTransfer>, at: string): readonly RecordWrite[] {
  const { scope, body } = proposal;
  const look = facts.find(membership, membershipId(scope, body.to, 'scheduler'));
  const isNeeded = facts
    .within(sessionTransfer, transfersIn(scope))
    .some(
      ({ id, body: other }) =>
        id !== proposal.id && other.to === body.to && (other.state === 'proposed' || other.state === 'taken'),
    );
  if (!look || look.body.ended !== undefined || isNeeded) return [];
  const { collection, id, cls } = look;
  return [{ collection, id, scope, cls, body: { ...look.body, ended: at }, fields: ['ended'] }];
}
