import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import type { LoadRequest } from '../core/facts.ts';
import { mostLateHours } from '../domain/late-fee.ts';
import { highestPriceCents } from '../domain/session-kinds.ts';
import { classes, practiceScope } from './classes.ts';
import { idSchema, instantSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** [C-031, C-032, C-033] Until when a session is cancelled for nothing, and what it costs after that. */
export const lateTermsSchema = v.object({
  hours: whole(0, mostLateHours),
  fee: v.variant('kind', [
    v.object({ kind: v.literal('flat'), cents: whole(1, highestPriceCents) }),
    v.object({ kind: v.literal('percent'), percent: whole(1, 100) }),
  ]),
});

/** The terms of one professional. A session keeps those that it was booked with, so that its client reads what was agreed. */
export const cancellationPolicy = defineCollection({
  name: 'cancellation_policy',
  shape: 1,
  body: v.object({
    orchid_pro_user_id: idSchema,
    /** Null: she asks for nothing. */
    terms: v.nullable(lateTermsSchema),
    modify_datetime: instantSchema,
  }),
  readers: {
    owner: [classes.colleagues],
    professional: [classes.colleagues],
    scheduler: [classes.colleagues],
    biller: [classes.colleagues],
  },
  indexes: {},
  at: () => '',
  livesIn: ['practice'],
  fits: ({ id, body }) => id === policyIdOf(body.orchid_pro_user_id),
  clinical: true,
});

export function policyIdOf(sub: string): string {
  return `policy.${sub}`;
}

export function policyLoad(sub: string): LoadRequest {
  return { kind: 'get', collection: 'cancellation_policy', id: policyIdOf(sub) };
}

/**
 * [CA-6] Says on what terms one's sessions are cancelled, whole, over the version on screen (`ctx.base.terms`). What is booked already stays
 * on the terms that it was booked with.
 */
export const saveCancellationPolicy = defineMutator({
  name: 'cancellation_policy.save',
  args: v.object({ practice_id: idSchema, terms: v.nullable(lateTermsSchema) }),
  who: inPracticeAs('professional', 'owner'),
  load: (_args, _facts, actor) => [policyLoad(actor.sub)],
  run: ({ facts, args, ctx, actor }) => {
    const scope = practiceScope(args.practice_id);
    const id = policyIdOf(actor.sub);
    const record = facts.find(cancellationPolicy, id);
    if (record && record.scope !== scope) return { reject: 'not_found' };
    if (record && 'terms' in ctx.base && ctx.base['terms'] !== (record.stamps['terms'] ?? ''))
      return { reject: 'changed_meanwhile' };
    const body = { orchid_pro_user_id: actor.sub, terms: args.terms, modify_datetime: ctx.now };
    return [{ collection: 'cancellation_policy', id, scope, cls: classes.colleagues, body, fields: ['terms'] }];
  },
});
