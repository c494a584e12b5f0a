import * as v from 'valibot';
import { classes, idOfScope } from './classes.ts';
import { defineCollection } from '../core/define.ts';
import { instantSchema, lineSchema, zoneSchema } from './values.ts';

/** What a person's devices know of the person: enough to greet and to place sessions in time. */
export const account = defineCollection({
  name: 'account',
  shape: 1,
  body: v.object({
    user_type: v.picklist(['member', 'orchid_pro']),
    first_name: lineSchema,
    last_name: lineSchema,
    display_name: lineSchema,
    timezone: zoneSchema,
    /** The practice that a professional works in. */
    practice_id: v.optional(v.string()),
    /** Of a professional: false while an operator has not let her begin. Absent: nobody is waited for. */
    profile_approved_to_use_the_platform: v.optional(v.boolean()),
    modify_datetime: instantSchema,
  }),
  readers: { self: [classes.own] },
  indexes: {},
  at: () => '',
  livesIn: ['account'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: false,
});
