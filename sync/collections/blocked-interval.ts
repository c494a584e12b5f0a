import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import type { Facts } from '../core/facts.ts';
import { indexKey } from '../core/index-key.ts';
import { fromInstant, toInstant } from '../core/instant.ts';
import type { ConflictDetail } from '../protocol/error-details.ts';
import type { WantedTime } from './appointment.ts';
import { accountScope, classes, practiceScope } from './classes.ts';
import { timeOf } from './session-plan.ts';
import { idSchema, instantSchema, lineSchema, localTimeSchema, zoneSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

/** No block is longer: the bound that makes the search for overlaps a short range. Two weeks. */
export const longestBlockMinutes = 14 * 24 * 60;

const facts = {
  /** For herself: nobody else reads it. */
  label: v.pipe(lineSchema, v.trim()),
  local_start: localTimeSchema,
  zone: zoneSchema,
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longestBlockMinutes)),
} as const;

/**
 * [C-035] A time that a clinician keeps free of sessions. It is her own: colleagues and the front desk see that the time is blocked
 * (`busy_time`), never why.
 */
export const blockedInterval = defineCollection({
  name: 'blocked_interval',
  shape: 1,
  body: v.object({
    ...facts,
    start: instantSchema,
    end: instantSchema,
    clinician: idSchema,
    practice_id: idSchema,
    removed: v.optional(instantSchema),
    modify_datetime: instantSchema,
  }),
  readers: { self: [classes.own] },
  indexes: {
    start: ({ body }) => (body.removed === undefined ? [body.start] : []),
    clinician_start: ({ body }) => (body.removed === undefined ? [indexKey(body.clinician, body.start)] : []),
  },
  at: (body) => body.start,
  livesIn: ['account'],
  fits: ({ scope, body }) => scope === accountScope(body.clinician),
  clinical: true,
  project: ({ id, body }) => [
    {
      collection: 'busy_time',
      id: `busy.${id}`,
      scope: practiceScope(body.practice_id),
      cls: classes.colleagues,
      body: {
        clinician: body.clinician,
        start: body.start,
        end: body.end,
        free: body.removed !== undefined,
        blocked: true,
      },
    },
  ],
  derive: (body) => {
    const derived = timeOf(body, true);
    return derived && derived.start !== body.start ? { ...body, ...derived } : null;
  },
});
export type BlockedInterval = v.InferOutput<typeof blockedInterval.body>;

const ofPractice = inPracticeAs('professional', 'owner');

/**
 * [CA-2] Blocks a time of one's own calendar, or changes a block fact by fact; `removed` takes it out, and `false` brings it back. What
 * was booked there before stays. `ctx.base` is asked as of a contact [CT-1]; `start` stands for the whole time.
 */
export const saveBlockedInterval = defineMutator({
  name: 'blocked_interval.save',
  args: v.object({
    practice_id: idSchema,
    /** Absent: a new one. */
    interval_id: v.optional(idSchema),
    ...v.partial(v.object(facts)).entries,
    /** The beginning as the device derives it; to be said with a local time or a zone. */
    start: v.optional(instantSchema),
    removed: v.optional(v.boolean()),
  }),
  makes: 1,
  who: {
    ...ofPractice,
    // Who has left the practice takes her own blocks away all the same: they stand in her way.
    may: (input) => ofPractice.may(input) || (input.args.interval_id !== undefined && input.args.removed === true),
  },
  load: ({ interval_id }, _facts, _actor, ctx) => [
    { kind: 'get', collection: 'blocked_interval', id: interval_id ?? ctx.ids[0] ?? '' },
  ],
  run: ({ facts: known, args, ctx, actor, receivedAt }) => {
    const { practice_id, interval_id, removed, ...said } = args;
    const id = interval_id ?? ctx.ids[0] ?? '';
    const scope = accountScope(actor.sub);
    const record = known.find(blockedInterval, id);
    const place = { collection: 'blocked_interval', id, scope, cls: classes.own };
    const isTimeSaid = said.local_start !== undefined || said.zone !== undefined;
    if (isTimeSaid && said.start === undefined) return { reject: 'invalid_arguments' };
    if (interval_id === undefined && record) return { reject: 'already_exists' };
    if (interval_id !== undefined && (record?.scope !== scope || record.body.practice_id !== practice_id))
      return { reject: 'not_found' };
    const before = record?.body;
    const { label = before?.label ?? '', local_start = before?.local_start, zone = before?.zone } = said;
    const { minutes = before?.minutes, start = before?.start } = said;
    if (local_start === undefined || zone === undefined || minutes === undefined || start === undefined)
      return { reject: 'invalid_arguments' };
    const meant = { local_start, zone, minutes };
    const isMoved =
      !before || (['local_start', 'zone', 'minutes'] as const).some((name) => before[name] !== meant[name]);
    const time = isMoved
      ? timeOf({ ...meant, start }, receivedAt !== undefined)
      : { start: before.start, end: before.end };
    if (!time) return { reject: 'invalid_arguments' };
    const isGone = removed ?? before?.removed !== undefined;
    const changed = [
      ...(label === (before?.label ?? '') && before ? [] : ['label']),
      ...(isMoved ? ['start'] : []),
      ...(isGone === (before?.removed !== undefined) ? [] : ['removed']),
    ];
    if (changed.length === 0) return [];
    // Nobody writes into what was taken away elsewhere, without bringing it back.
    if (before?.removed !== undefined && removed !== false) return { reject: 'changed_meanwhile' };
    // What goes or comes goes whole: then every version that was on screen counts.
    const asked = changed.includes('removed') ? Object.keys(ctx.base) : changed;
    if (record && asked.some((name) => name in ctx.base && ctx.base[name] !== (record.stamps[name] ?? '')))
      return { reject: 'changed_meanwhile' };
    const body: BlockedInterval = {
      label,
      ...meant,
      ...time,
      clinician: actor.sub,
      practice_id,
      ...(isGone ? { removed: before?.removed ?? ctx.now } : {}),
      modify_datetime: ctx.now,
    };
    return [{ ...place, body, fields: changed }];
  },
});

/** Every block of the clinician that could overlap with this time. */
export function nearBlocks({ clinician, start, end }: WantedTime) {
  return {
    kind: 'range',
    collection: 'blocked_interval',
    index: 'clinician_start',
    from: indexKey(clinician, toInstant(fromInstant(start) - longestBlockMinutes * 60_000)),
    to: indexKey(clinician, end),
  } as const;
}

/**
 * [S-146] Refuses where the clinician has blocked some of this time; `nearBlocks` was loaded. Told are times, of the same practice alone.
 */
export function refuseBlocked(known: Facts, wanted: WantedTime & { readonly practice_id: string }) {
  const taken = known
    .within(blockedInterval, nearBlocks(wanted))
    .filter(({ body }) => body.removed === undefined && body.start < wanted.end && wanted.start < body.end);
  if (taken.length === 0) return null;
  const told = taken.filter(({ body }) => body.practice_id === wanted.practice_id);
  const detail: ConflictDetail = { taken: told.map(({ body: { start, end } }) => ({ start, end })) };
  return { reject: 'time_blocked', detail } as const;
}
