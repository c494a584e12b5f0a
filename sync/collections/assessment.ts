import * as v from 'valibot';
import { indexKey } from '../core/index-key.ts';
import { classes } from './classes.ts';
import { defineCollection } from '../core/define.ts';
import { idSchema, instantSchema } from './values.ts';

/** One filled-in questionnaire: the answers; the score follows from them and is not stored in any index. */
export const assessment = defineCollection({
  name: 'assessment',
  shape: 1,
  body: v.object({
    instrument: v.picklist(['PHQ-9', 'GAD-7', 'PCL-5', 'EPDS']),
    answers: v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4))),
    taken: instantSchema,
    appointment_id: v.optional(idSchema),
  }),
  readers: { treating: [classes.careTeam], supervisor: [classes.careTeam] },
  indexes: { scope_taken: ({ scope, body }) => [indexKey(scope, body.taken)] },
  at: (body) => body.taken,
  livesIn: ['chart'],
  clinical: true,
});
