import * as v from 'valibot';
import { indexKey } from '../core/index-key.ts';
import { classes } from './classes.ts';
import { defineCollection } from '../core/define.ts';
import { idSchema, instantSchema } from './values.ts';

/**
 * What colleagues see of a session, or of a time that a clinician has blocked: that she is busy. A projection of `appointment` and of
 * `blocked_interval`; no mutator writes it.
 */
export const busyTime = defineCollection({
  name: 'busy_time',
  shape: 1,
  body: v.object({
    clinician: idSchema,
    start: instantSchema,
    end: instantSchema,
    free: v.boolean(),
    /** She blocked it; nobody is booked there. */
    blocked: v.optional(v.literal(true)),
  }),
  readers: { owner: [classes.colleagues], professional: [classes.colleagues], scheduler: [classes.colleagues] },
  indexes: { clinician_start: ({ body }) => [indexKey(body.clinician, body.start)] },
  at: (body) => body.start,
  livesIn: ['practice'],
  fits: ({ id }) => id.startsWith('busy.'),
  clinical: false,
});
