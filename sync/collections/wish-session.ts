import * as v from 'valibot';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { StoredRecord } from '../core/record.ts';
import { plannerRoles } from './approve-appointment.ts';
import { appointment, instantsOf, nearSessions, noteIdOf, refuseConflict, type Appointment } from './appointment.ts';
import { nearBlocks, refuseBlocked } from './blocked-interval.ts';
import { classes } from './classes.ts';
import { noteGoesAlong } from './edit-appointment.ts';
import { stands } from './series-sessions.ts';
import { plannedTime, timeOf, type MeantTime } from './session-plan.ts';
import { mostWishedTimes, sessionWish, wishedTime, wishIdOf, wishLoad, type SessionWish } from './session-wish.ts';
import { idSchema, lineSchema } from './values.ts';
import { inSession, sessionLoad } from './who-in-session.ts';

/**
 * [CA-11] The client asks for another time of a session that is yet to come, or asks anew. Where it was asked elsewhere meanwhile, the later one
 * stands.
 */
export const askToMove = defineMutator({
  name: 'session_wish.ask',
  args: v.object({
    appointment_id: idSchema,
    times: v.pipe(v.array(wishedTime), v.maxLength(mostWishedTimes)),
    words: v.optional(v.pipe(lineSchema, v.trim())),
  }),
  who: inSession('client', 'guardian'),
  load: (args) => [wishLoad(args)],
  run: ({ facts, args, ctx, actor, receivedAt }) => {
    const session = facts.find(appointment, args.appointment_id);
    if (!session) return { reject: 'not_found' };
    if (session.body.sample) return { reject: 'is_sample' };
    if (!stands(session.body)) return { reject: 'session_cancelled' };
    if (session.body.start <= (receivedAt ?? ctx.now)) return { reject: 'session_begun' };
    const { appointment_id, times, words = '' } = args;
    if (times.length === 0 && words === '') return { reject: 'invalid_arguments' };
    const isToCome = times.every((one) => timeOf({ ...one, minutes: 1 }, false) !== null && one.start > ctx.now);
    if (!isToCome) return { reject: 'invalid_arguments' };
    return [
      wishWrite(session, {
        appointment_id,
        asked_by: actor.sub,
        times,
        ...(words === '' ? {} : { words }),
        seen_start: session.body.start,
        state: 'asked',
        modify_datetime: ctx.now,
      }),
    ];
  },
});

/** [CA-11] The client takes back what they asked. */
export const withdrawWish = defineMutator({
  name: 'session_wish.withdraw',
  args: v.object({ appointment_id: idSchema }),
  who: inSession('client', 'guardian'),
  load: (args) => [wishLoad(args)],
  run: ({ facts, args, ctx }) => {
    const session = facts.find(appointment, args.appointment_id);
    const wish = facts.find(sessionWish, wishIdOf(args.appointment_id));
    if (!session || !wish) return { reject: 'not_found' };
    if (wish.body.state === 'withdrawn') return [];
    if (wish.body.state !== 'asked') return { reject: 'changed_meanwhile' };
    return [wishWrite(session, { ...wish.body, state: 'withdrawn', modify_datetime: ctx.now })];
  },
});

const answerArgs = v.object({
  appointment_id: idSchema,
  answer: v.picklist(['take', 'decline']),
  /** Of `take`: the time that the session gets. */
  ...v.partial(v.object(plannedTime)).entries,
  /** [S-146] Over what the clinician has blocked. */
  force_book_over_blocked: v.optional(v.boolean()),
});

/**
 * [CA-11] Whoever plans the session gives it one of the times that were asked for, where it is free, or declines. `ctx.base` names the versions on screen (`state` of the
 * wish, `start` of the session).
 */
export const answerWish = defineMutator({
  name: 'session_wish.answer',
  args: answerArgs,
  who: inSession(...plannerRoles),
  load: (args) => [wishLoad(args), noteLoad(args)],
  run: ({ facts, args, ctx, receivedAt }) => {
    const session = facts.find(appointment, args.appointment_id);
    const wish = facts.find(sessionWish, wishIdOf(args.appointment_id));
    if (!session || !wish) return { reject: 'not_found' };
    const state = args.answer === 'take' ? 'taken' : 'declined';
    // The same answer again; another time was taken elsewhere.
    const isSame = args.answer === 'decline' || session.body.start === args.start;
    if (wish.body.state === state && isSame) return [];
    const isStale = (name: string, record: StoredRecord<unknown>): boolean =>
      name in ctx.base && ctx.base[name] !== (record.stamps[name] ?? '');
    if (wish.body.state !== 'asked' || isStale('state', wish)) return { reject: 'changed_meanwhile' };
    const answered = wishWrite(session, { ...wish.body, state, modify_datetime: ctx.now });
    if (args.answer === 'decline') return [answered];
    if (!stands(session.body)) return { reject: 'session_cancelled' };
    if (session.body.start <= (receivedAt ?? ctx.now)) return { reject: 'session_begun' };
    if (isStale('start', session)) return { reject: 'changed_meanwhile' };
    const meant = takenTime(args, session.body);
    // What was not asked for is no answer.
    const { zone: planned } = session.body;
    if (!meant || !wish.body.times.some((one) => isWished(one, meant, planned))) return { reject: 'invalid_arguments' };
    const time = timeOf(meant, receivedAt !== undefined);
    if (!time) return { reject: 'invalid_arguments' };
    // A time that has passed since it was asked for is none any more.
    if (time.start <= (receivedAt ?? ctx.now)) return { reject: 'session_begun' };
    const { local_start, zone, minutes } = meant;
    const moved: Appointment = { ...session.body, local_start, zone, minutes, ...time, modify_datetime: ctx.now };
    const { collection, id, scope, cls } = session;
    return [
      answered,
      { collection, id, scope, cls, body: moved, fields: ['start'] },
      ...noteGoesAlong(facts, session, moved.start),
    ];
  },
  guard: {
    load: (args, facts) => {
      const session = facts.has(sessionLoad(args)) ? facts.find(appointment, args.appointment_id) : undefined;
      const wanted = session && wantedOf(args, session.body);
      return [
        sessionLoad(args),
        wishLoad(args),
        noteLoad(args),
        ...(wanted ? [nearSessions(wanted), nearBlocks(wanted)] : []),
      ];
    },
    check: ({ facts, args }) => {
      const session = facts.find(appointment, args.appointment_id);
      const wish = facts.find(sessionWish, wishIdOf(args.appointment_id));
      const wanted = session && wantedOf(args, session.body);
      if (!session || !wanted || wish?.body.state !== 'asked') return null;
      return (
        refuseConflict(facts, wanted, session.id) ??
        (args.force_book_over_blocked ? null : refuseBlocked(facts, wanted))
      );
    },
  },
  follow: {
    load: (args) => [sessionLoad(args), noteLoad(args)],
    run: ({ facts, args }) => {
      const session = facts.find(appointment, args.appointment_id);
      const wanted = session && args.answer === 'take' ? wantedOf(args, session.body) : null;
      return session && wanted ? noteGoesAlong(facts, session, wanted.start) : [];
    },
  },
});

type WishedTime = v.InferOutput<typeof wishedTime>;

/**
 * Whether a time that a session is to get is one that was asked for: the very same, or that moment by the clock by which the session is planned. Which moment a
 * clock means is this machine's word, not that of whoever sends it.
 */
function isWished(asked: WishedTime, meant: MeantTime, planned: string): boolean {
  if (asked.local_start === meant.local_start && asked.zone === meant.zone) return asked.start === meant.start;
  const moment = instantsOf(meant)?.start;
  const wished = [asked.start, instantsOf({ ...asked, minutes: meant.minutes })?.start];
  return meant.zone === planned && moment !== undefined && wished.includes(moment);
}

type AnswerArgs = v.InferOutput<typeof answerArgs>;

function takenTime({ local_start, zone, start }: AnswerArgs, { minutes }: Appointment) {
  return local_start === undefined || zone === undefined || start === undefined
    ? null
    : { local_start, zone, start, minutes };
}

function wantedOf(args: AnswerArgs, body: Appointment) {
  const meant = args.answer === 'take' ? takenTime(args, body) : null;
  const time = meant && timeOf(meant, true);
  return time ? { ...time, clinician: body.clinician, practice_id: body.practice_id } : null;
}

function noteLoad({ appointment_id }: { readonly appointment_id: string }) {
  return { kind: 'get', collection: 'note', id: noteIdOf(appointment_id) } as const;
}

function wishWrite(session: StoredRecord<Appointment>, body: SessionWish): RecordWrite {
  const place = { collection: 'session_wish', id: wishIdOf(session.id), scope: session.scope };
  return { ...place, cls: classes.scheduling, body, fields: ['state'] };
}
