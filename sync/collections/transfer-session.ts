import * as v from 'valibot';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { StoredRecord } from '../core/record.ts';
import { statusFlags } from '../domain/appointment-status.ts';
import { appointment, nearSessions, refuseConflict, type Appointment } from './appointment.ts';
import { nearBlocks, refuseBlocked } from './blocked-interval.ts';
import { classes, practiceScope } from './classes.ts';
import { membersLoad } from './membership.ts';
import { dayLoads } from './practice-day.ts';
import { professional, professionalLoad } from './professional.ts';
import { sessionTransfer, transferIdOf, type SessionTransfer } from './session-transfer.ts';
import { endings, lookLoads, seesUntil, sessionOf, transferLoad } from './transfer-look.ts';
import { idSchema } from './values.ts';
import { besideSession, sessionLoad } from './who-in-session.ts';

/**
 * [CA-8] Proposes a session that is yet to come to a colleague who has access to its chart, or at least to its sessions. Who treats proposes, or
 * who holds it. `ctx.base` names the version on screen (`state`).
 */
export const proposeTransfer = defineMutator({
  name: 'session_transfer.propose',
  args: v.object({ appointment_id: idSchema, to: idSchema }),
  who: besideSession('treating', 'scheduler'),
  load: (args, facts) => [transferLoad(args), professionalLoad(args.to), ...lookLoads(args, facts)],
  run: ({ facts, args, ctx, actor, receivedAt }) => {
    const session = facts.find(appointment, args.appointment_id);
    const colleague = facts.find(professional, args.to);
    if (!session || colleague?.scope !== practiceScope(session.body.practice_id)) return { reject: 'not_found' };
    const shut = whyNotTransferred(session.body, receivedAt ?? ctx.now);
    if (shut !== null) return { reject: shut };
    const treats = facts.rolesIn(session.scope).includes('treating');
    if (!treats && session.body.clinician !== actor.sub) return { reject: 'not_allowed' };
    // Nobody asks herself: whose session it is hands it on, or somebody for her.
    if (args.to === session.body.clinician || args.to === actor.sub) return { reject: 'invalid_arguments' };
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
    const after = { clinician: from, to: args.to, isAsked: true };
    return [
      transferWrite(session, body),
      ...endings({ facts, session, after, at: ctx.now }, before ? [before.body.to] : []),
    ];
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
      return seesUntil(input, session, args.to) ? null : { reject: 'not_found' };
    },
  },
  follow: {
    load: (args, facts) => [sessionLoad(args), transferLoad(args), ...lookLoads(args, facts)],
    run: ({ facts, args, ctx }) => {
      const session = facts.find(appointment, args.appointment_id);
      const before = facts.find(sessionTransfer, transferIdOf(args.appointment_id));
      if (!session || !before) return [];
      const after = { clinician: session.body.clinician, to: args.to, isAsked: true };
      return endings({ facts, session, after, at: ctx.now }, [before.body.to]);
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
    /** Taken back as if it had never been: the chart that was opened with it is closed again. */
    closes_chart: v.optional(v.boolean()),
  }),
  who: besideSession('treating', 'scheduler'),
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
    const at = ctx.now;
    if (state !== 'taken') {
      const after = { clinician: session.body.clinician, to: body.to, isAsked: false };
      return [answered, ...endings({ facts, session, after, at, closes: closesOf(args, treats) }, [body.to])];
    }
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
    const after = { clinician: body.to, to: body.to, isAsked: false };
    const ended = endings({ facts, session, after, at }, [session.body.clinician]);
    return [answered, { collection, id, scope, cls, body: held, fields: ['clinician'] }, ...ended];
  },
  guard: {
    load: (args, facts) => {
      const session = sessionOf(args, facts);
      const proposal = facts.has(transferLoad(args))
        ? facts.find(sessionTransfer, transferIdOf(args.appointment_id))
        : null;
      const wanted = session && proposal ? wantedBy(proposal.body.to, session.body) : null;
      const seen = session ? [membersLoad(session.scope), ...dayLoads(session.scope, facts)] : [];
      const near = wanted ? [nearSessions(wanted), nearBlocks(wanted)] : [];
      return [sessionLoad(args), transferLoad(args), ...seen, ...near];
    },
    check: (input) => {
      const { facts, args } = input;
      const session = facts.find(appointment, args.appointment_id);
      const proposal = facts.find(sessionTransfer, transferIdOf(args.appointment_id));
      // What she holds already is in nobody's way.
      if (args.answer !== 'take' || !session || proposal?.body.state !== 'proposed') return null;
      if (!seesUntil(input, session, proposal.body.to)) return { reject: 'not_found' };
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
      const session = facts.find(appointment, args.appointment_id);
      const proposal = facts.find(sessionTransfer, transferIdOf(args.appointment_id));
      if (!session || !proposal) return [];
      const isTaken = args.answer === 'take';
      const { clinician } = session.body;
      const { to } = proposal.body;
      const after = { clinician: isTaken ? to : clinician, to, isAsked: false };
      const closes = closesOf(args, facts.rolesIn(session.scope).includes('treating'));
      return endings({ facts, session, after, at: ctx.now, closes }, [isTaken ? clinician : to]);
    },
  },
});

const ends = { take: 'taken', decline: 'declined', withdraw: 'withdrawn' } as const;

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

/** Only who treats closes what only who treats opens. */
function closesOf(
  { answer, closes_chart = false }: { answer: string; closes_chart?: boolean | undefined },
  treats: boolean,
) {
  return answer === 'withdraw' && closes_chart && treats;
}
