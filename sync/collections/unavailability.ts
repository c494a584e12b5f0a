import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { isDate } from '../core/instant.ts';
import { knowsZone } from '../core/wall-clock.ts';
import { settleChange } from './availability-period-offer.ts';
import { classes, practiceScope } from './classes.ts';
import { idSchema, instantSchema, zoneSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

/** Nobody is away longer at a time: the bound that makes the search for those that reach into a day a short range. */
export const longestAwayDays = 370;

const realDate = v.pipe(v.string(), v.check(isDate, 'not a day'));

const days = {
  from_date: realDate,
  /** The last day, itself included. */
  to_date: realDate,
  zone: zoneSchema,
} as const;

/** [C-036] Days on which a clinician is away, whatever her week says. Its colleagues read it: what for is not said. */
export const unavailability = defineCollection({
  name: 'unavailability',
  shape: 1,
  body: v.object({
    ...days,
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
    clinician_from: ({ scope, body }) =>
      body.removed === undefined ? [indexKey(scope, body.clinician, body.from_date)] : [],
  },
  at: () => '',
  livesIn: ['practice'],
  clinical: true,
});
export type Unavailability = v.InferOutput<typeof unavailability.body>;

/**
 * [CA-10] Says that one is away from a day to a day, or changes those days, which are one fact, `from_date`; `removed` takes it back, and
 * `false` brings it back. Sessions that were booked there stay. `ctx.base` is asked as of a contact [CT-1].
 */
export const saveUnavailability = defineMutator({
  name: 'unavailability.save',
  args: v.object({
    practice_id: idSchema,
    /** Absent: a new one. */
    unavailability_id: v.optional(idSchema),
    ...v.partial(v.object(days)).entries,
    removed: v.optional(v.boolean()),
  }),
  makes: 1,
  who: inPracticeAs('professional', 'owner'),
  load: ({ unavailability_id }, _facts, _actor, ctx) => [
    { kind: 'get', collection: 'unavailability', id: unavailability_id ?? ctx.ids[0] ?? '' },
  ],
  run: ({ facts, args, ctx, actor }) => {
    const { practice_id, unavailability_id, removed, ...said } = args;
    const scope = practiceScope(practice_id);
    const id = unavailability_id ?? ctx.ids[0] ?? '';
    const record = facts.find(unavailability, id);
    if (unavailability_id === undefined && record) return { reject: 'already_exists' };
    // Another's is answered as one that is not there.
    if (unavailability_id !== undefined && (record?.scope !== scope || record.body.clinician !== actor.sub))
      return { reject: 'not_found' };
    const before = record?.body;
    const { from_date = before?.from_date, to_date = before?.to_date, zone = before?.zone } = said;
    if (from_date === undefined || to_date === undefined || zone === undefined) return { reject: 'invalid_arguments' };
    const length = daysFrom(from_date, to_date);
    if (length < 1 || length > longestAwayDays || !knowsZone(zone)) return { reject: 'invalid_arguments' };
    const meant = { from_date, to_date, zone };
    const isOther = !before || (['from_date', 'to_date', 'zone'] as const).some((name) => before[name] !== meant[name]);
    const settled = settleChange(record, { changed: isOther ? ['from_date'] : [], removed, base: ctx.base });
    if (settled.reject !== null) return { reject: settled.reject };
    const { fields, isGone } = settled;
    if (fields.length === 0) return [];
    const body: Unavailability = {
      ...meant,
      clinician: actor.sub,
      ...(isGone ? { removed: before?.removed ?? ctx.now } : {}),
      modify_datetime: ctx.now,
    };
    return [{ collection: 'unavailability', id, scope, cls: classes.colleagues, body, fields }];
  },
});

/** How many days these are, both included. */
export function daysFrom(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00.000Z`) - Date.parse(`${first}T00:00:00.000Z`)) / 86_400_000 + 1;
}
