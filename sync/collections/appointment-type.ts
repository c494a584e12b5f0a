import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { isPriceOf, sessionKinds } from '../domain/session-kinds.ts';
import { longestSessionMinutes } from './appointment.ts';
import { classes, practiceScope } from './classes.ts';
import { priceSchema } from './session-plan.ts';
import { idSchema, instantSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

const facts = {
  label: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  price_cents: priceSchema,
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longestSessionMinutes)),
  kind: v.picklist(sessionKinds),
} as const;

/** [S-003, S-151] What a professional offers: a name, a price, a length. A session keeps what it was booked at. */
export const appointmentType = defineCollection({
  name: 'appointment_type',
  shape: 1,
  body: v.object({
    ...facts,
    /** Whose it is: she alone changes it. */
    orchid_pro_user_id: idSchema,
    removed: v.optional(instantSchema),
    modify_datetime: instantSchema,
  }),
  readers: {
    owner: [classes.colleagues],
    professional: [classes.colleagues],
    scheduler: [classes.colleagues],
    biller: [classes.colleagues],
  },
  indexes: { practice: ({ scope, id, body }) => (body.removed === undefined ? [indexKey(scope, id)] : []) },
  at: () => '',
  livesIn: ['practice'],
  clinical: true,
});
export type AppointmentType = v.InferOutput<typeof appointmentType.body>;

/**
 * [CA-3] Adds a session type of one's own, or changes one fact by fact; `removed` takes it out of every list, and `false` brings it back.
 * Sessions that were booked with it stay as they are. `ctx.base` is asked as of a contact [CT-1].
 */
export const saveAppointmentType = defineMutator({
  name: 'appointment_type.save',
  args: v.object({
    practice_id: idSchema,
    /** Absent: a new one. */
    appointment_type_id: v.optional(idSchema),
    ...v.partial(v.object(facts)).entries,
    removed: v.optional(v.boolean()),
  }),
  makes: 1,
  who: inPracticeAs('professional', 'owner'),
  load: ({ appointment_type_id }, _facts, _actor, ctx) => [
    { kind: 'get', collection: 'appointment_type', id: appointment_type_id ?? ctx.ids[0] ?? '' },
  ],
  run: ({ facts: known, args, ctx, actor }) => {
    const { practice_id, appointment_type_id, removed, ...said } = args;
    const scope = practiceScope(practice_id);
    const id = appointment_type_id ?? ctx.ids[0] ?? '';
    const record = known.find(appointmentType, id);
    if (appointment_type_id === undefined && record) return { reject: 'already_exists' };
    // Another's is answered as one that is not there.
    if (appointment_type_id !== undefined && (record?.scope !== scope || record.body.orchid_pro_user_id !== actor.sub))
      return { reject: 'not_found' };
    const before = record?.body;
    const { label = before?.label, price_cents = before?.price_cents } = said;
    const { minutes = before?.minutes, kind = before?.kind } = said;
    if (label === undefined || price_cents === undefined || minutes === undefined || kind === undefined)
      return { reject: 'invalid_arguments' };
    if (!isPriceOf(kind, price_cents)) return { reject: 'invalid_arguments' };
    const next = { label, price_cents, minutes, kind };
    const isGone = removed ?? before?.removed !== undefined;
    const changed = Object.entries(next).flatMap(([name, value]) =>
      before && Reflect.get(before, name) === value ? [] : [name],
    );
    const isMoved = isGone !== (before?.removed !== undefined);
    if (changed.length === 0 && !isMoved) return [];
    if (changed.length > 0 && before?.removed !== undefined && removed !== false)
      return { reject: 'changed_meanwhile' };
    // What goes or comes goes whole: then every version that was on screen counts.
    const asked = isMoved ? Object.keys(ctx.base) : changed;
    if (record && asked.some((name) => name in ctx.base && ctx.base[name] !== (record.stamps[name] ?? '')))
      return { reject: 'changed_meanwhile' };
    const body: AppointmentType = {
      ...next,
      orchid_pro_user_id: actor.sub,
      ...(isGone ? { removed: before?.removed ?? ctx.now } : {}),
      modify_datetime: ctx.now,
    };
    const fields = [...changed, ...(isMoved ? ['removed'] : [])];
    return [{ collection: 'appointment_type', id, scope, cls: classes.colleagues, body, fields }];
  },
});
