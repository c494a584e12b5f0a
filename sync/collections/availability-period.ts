import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { knowsZone } from '../core/wall-clock.ts';
import { offerAfter, offerArgs, offerFacts, settleChange } from './availability-period-offer.ts';
import { classes, practiceScope } from './classes.ts';
import { idSchema, instantSchema, zoneSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

const minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(24 * 60));

const hours = {
  /** 0 is Sunday. */
  weekday: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  /** Minutes from midnight; `to` after `from`. */
  from: minute,
  to: minute,
  zone: zoneSchema,
} as const;

/** [C-034] Hours of every week in which a clinician can be booked, by the clock of their zone. */
export const availabilityPeriod = defineCollection({
  name: 'availability_period',
  shape: 1,
  body: v.object({
    ...hours,
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
    clinician: ({ scope, id, body }) => (body.removed === undefined ? [indexKey(scope, body.clinician, id)] : []),
  },
  at: () => '',
  livesIn: ['practice'],
  clinical: true,
});
export type AvailabilityPeriod = v.InferOutput<typeof availabilityPeriod.body>;

/**
 * [CA-10] Adds hours to one's own week, or changes some fact by fact; `removed` takes them out, and `false` brings them back. Day, hours and
 * zone are one fact, `from`; place and office are one, `place`. `ctx.base` is asked as of a contact [CT-1].
 */
export const saveAvailabilityPeriod = defineMutator({
  name: 'availability_period.save',
  args: v.object({
    practice_id: idSchema,
    /** Absent: a new one. */
    period_id: v.optional(idSchema),
    ...v.partial(v.object(hours)).entries,
    ...offerArgs,
    removed: v.optional(v.boolean()),
  }),
  makes: 1,
  who: inPracticeAs('professional', 'owner'),
  load: ({ period_id }, _facts, _actor, ctx) => [
    { kind: 'get', collection: 'availability_period', id: period_id ?? ctx.ids[0] ?? '' },
  ],
  run: ({ facts, args, ctx, actor }) => {
    const { practice_id, period_id, removed, ...said } = args;
    const scope = practiceScope(practice_id);
    const id = period_id ?? ctx.ids[0] ?? '';
    const record = facts.find(availabilityPeriod, id);
    if (period_id === undefined && record) return { reject: 'already_exists' };
    // Another's is answered as one that is not there.
    if (period_id !== undefined && (record?.scope !== scope || record.body.clinician !== actor.sub))
      return { reject: 'not_found' };
    const before = record?.body;
    const { weekday = before?.weekday, from = before?.from, to = before?.to, zone = before?.zone } = said;
    if (weekday === undefined || from === undefined || to === undefined || zone === undefined)
      return { reject: 'invalid_arguments' };
    if (from >= to || !knowsZone(zone)) return { reject: 'invalid_arguments' };
    const meant = { weekday, from, to, zone };
    const isMoved =
      !before || (['weekday', 'from', 'to', 'zone'] as const).some((name) => before[name] !== meant[name]);
    const next = offerAfter(said, before);
    if (!next) return { reject: 'invalid_arguments' };
    const settled = settleChange(record, {
      changed: [...(isMoved ? ['from'] : []), ...next.changed],
      removed,
      base: ctx.base,
    });
    if (settled.reject !== null) return { reject: settled.reject };
    const { fields, isGone } = settled;
    if (fields.length === 0) return [];
    const body: AvailabilityPeriod = {
      ...meant,
      ...next.offer,
      clinician: actor.sub,
      ...(isGone ? { removed: before?.removed ?? ctx.now } : {}),
      modify_datetime: ctx.now,
    };
    return [{ collection: 'availability_period', id, scope, cls: classes.colleagues, body, fields }];
  },
});
