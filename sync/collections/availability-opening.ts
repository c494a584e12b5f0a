import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { offerAfter, offerArgs, offerFacts, settleChange } from './availability-period-offer.ts';
import { classes, practiceScope } from './classes.ts';
import { timeOf } from './session-plan.ts';
import { idSchema, instantSchema, localTimeSchema, zoneSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

/** No opening is longer: the bound that makes the search for those that reach into a day a short range. A day. */
export const longestOpeningMinutes = 24 * 60;

const time = {
  local_start: localTimeSchema,
  zone: zoneSchema,
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longestOpeningMinutes)),
} as const;

/** [C-034] A time that a clinician opens for sessions once, whatever her week says. */
export const availabilityOpening = defineCollection({
  name: 'availability_opening',
  shape: 1,
  body: v.object({
    ...time,
    start: instantSchema,
    end: instantSchema,
    ...offerFacts,
    /** Whose it is: she alone changes it. */
    clinician: idSchema,
    removed: v.optional(instantSchema),
    modify_datetime: instantSchema,
  }),
  readers: {
    owner: [classes.colleagues],
    professional: [classes.colleagues],
    scheduler: [classes.colleagues],
  },
  indexes: {
    /** By which what follows from the table of zones is derived anew. */
    start: ({ body }) => (body.removed === undefined ? [body.start] : []),
    clinician_start: ({ scope, body }) =>
      body.removed === undefined ? [indexKey(scope, body.clinician, body.start)] : [],
  },
  at: (body) => body.start,
  livesIn: ['practice'],
  clinical: true,
  derive: (body) => {
    const derived = timeOf(body, true);
    return derived && derived.start !== body.start ? { ...body, ...derived } : null;
  },
});
export type AvailabilityOpening = v.InferOutput<typeof availabilityOpening.body>;

/**
 * [CA-10] Opens a time of one's own for sessions once, or changes it fact by fact; `removed` closes it, and `false` opens it again. `start`
 * stands for the whole time, `place` for place and office. `ctx.base` is asked as of a contact [CT-1].
 */
export const saveAvailabilityOpening = defineMutator({
  name: 'availability_opening.save',
  args: v.object({
    practice_id: idSchema,
    /** Absent: a new one. */
    opening_id: v.optional(idSchema),
    ...v.partial(v.object(time)).entries,
    /** The beginning as the device derives it; to be said with a local time or a zone. */
    start: v.optional(instantSchema),
    ...offerArgs,
    removed: v.optional(v.boolean()),
  }),
  makes: 1,
  who: inPracticeAs('professional', 'owner'),
  load: ({ opening_id }, _facts, _actor, ctx) => [
    { kind: 'get', collection: 'availability_opening', id: opening_id ?? ctx.ids[0] ?? '' },
  ],
  run: ({ facts, args, ctx, actor, receivedAt }) => {
    const { practice_id, opening_id, removed, ...said } = args;
    const scope = practiceScope(practice_id);
    const id = opening_id ?? ctx.ids[0] ?? '';
    const record = facts.find(availabilityOpening, id);
    if ((said.local_start !== undefined || said.zone !== undefined) && said.start === undefined)
      return { reject: 'invalid_arguments' };
    if (opening_id === undefined && record) return { reject: 'already_exists' };
    // Another's is answered as one that is not there.
    if (opening_id !== undefined && (record?.scope !== scope || record.body.clinician !== actor.sub))
      return { reject: 'not_found' };
    const before = record?.body;
    const { local_start = before?.local_start, zone = before?.zone } = said;
    const { minutes = before?.minutes, start = before?.start } = said;
    if (local_start === undefined || zone === undefined || minutes === undefined || start === undefined)
      return { reject: 'invalid_arguments' };
    const meant = { local_start, zone, minutes };
    const isMoved =
      !before || (['local_start', 'zone', 'minutes'] as const).some((name) => before[name] !== meant[name]);
    const when = isMoved
      ? timeOf({ ...meant, start }, receivedAt !== undefined)
      : { start: before.start, end: before.end };
    const next = offerAfter(said, before);
    if (!when || !next) return { reject: 'invalid_arguments' };
    const settled = settleChange(record, {
      changed: [...(isMoved ? ['start'] : []), ...next.changed],
      removed,
      base: ctx.base,
    });
    if (settled.reject !== null) return { reject: settled.reject };
    const { fields, isGone } = settled;
    if (fields.length === 0) return [];
    const body: AvailabilityOpening = {
      ...meant,
      ...when,
      ...next.offer,
      clinician: actor.sub,
      ...(isGone ? { removed: before?.removed ?? ctx.now } : {}),
      modify_datetime: ctx.now,
    };
    return [{ collection: 'availability_opening', id, scope, cls: classes.colleagues, body, fields }];
  },
});
