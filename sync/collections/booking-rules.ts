import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { classes, practiceScope } from './classes.ts';
import { idSchema, instantSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** On which minutes of an hour a session may begin. */
export const stepChoices = [5, 10, 15, 20, 30, 60] as const;

const rules = {
  /** So many minutes stay free before and after each session. */
  buffer_minutes: whole(0, 120),
  /** Nobody is booked sooner than so many minutes from now, */
  notice_minutes: whole(0, 14 * 24 * 60),
  /** nor later than so many days. */
  horizon_days: whole(1, 730),
  step_minutes: v.picklist(stepChoices),
} as const;

export type Rules = v.InferOutput<v.ObjectSchema<typeof rules, undefined>>;

const ruleNames = ['buffer_minutes', 'notice_minutes', 'horizon_days', 'step_minutes'] as const;

/**
 * What holds of whatever a clinician has not said. Half hours, since quarters would make a list of free times that nobody reads; each
 * other one is what asks nothing of anybody.
 */
export const usualRules: Rules = { buffer_minutes: 0, notice_minutes: 0, horizon_days: 365, step_minutes: 30 };

/** By which rules free times of a clinician are found, one record of each. By hand everything can be booked all the same. */
export const bookingRules = defineCollection({
  name: 'booking_rules',
  shape: 1,
  body: v.object({
    ...rules,
    /** Whose they are: she alone changes them. */
    clinician: idSchema,
    modify_datetime: instantSchema,
  }),
  readers: {
    owner: [classes.colleagues],
    professional: [classes.colleagues],
    scheduler: [classes.colleagues],
  },
  indexes: {},
  at: () => '',
  livesIn: ['practice'],
  fits: ({ id, body }) => id === bookingRulesIdOf(body.clinician),
  clinical: true,
});
export type BookingRules = v.InferOutput<typeof bookingRules.body>;

export function bookingRulesIdOf(sub: string): string {
  return `booking.${sub}`;
}

/** [CA-10] Says by which rules one's free times are found, rule by rule. `ctx.base` is asked as of a contact [CT-1]. */
export const saveBookingRules = defineMutator({
  name: 'booking_rules.save',
  args: v.object({ practice_id: idSchema, ...v.partial(v.object(rules)).entries }),
  who: inPracticeAs('professional', 'owner'),
  load: (_args, _facts, actor) => [{ kind: 'get', collection: 'booking_rules', id: bookingRulesIdOf(actor.sub) }],
  run: ({ facts, args: { practice_id, ...said }, ctx, actor }) => {
    const scope = practiceScope(practice_id);
    const id = bookingRulesIdOf(actor.sub);
    const record = facts.find(bookingRules, id);
    if (record && record.scope !== scope) return { reject: 'not_found' };
    const before: Rules = record?.body ?? usualRules;
    const changed = ruleNames.filter((name) => said[name] !== undefined && said[name] !== before[name]);
    if (changed.length === 0) return [];
    if (record && changed.some((name) => name in ctx.base && ctx.base[name] !== (record.stamps[name] ?? '')))
      return { reject: 'changed_meanwhile' };
    const body: BookingRules = {
      buffer_minutes: said.buffer_minutes ?? before.buffer_minutes,
      notice_minutes: said.notice_minutes ?? before.notice_minutes,
      horizon_days: said.horizon_days ?? before.horizon_days,
      step_minutes: said.step_minutes ?? before.step_minutes,
      clinician: actor.sub,
      modify_datetime: ctx.now,
    };
    return [{ collection: 'booking_rules', id, scope, cls: classes.colleagues, body, fields: changed }];
  },
});
