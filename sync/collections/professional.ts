import * as v from 'valibot';
import { indexKey } from '../core/index-key.ts';
import { classes } from './classes.ts';
import { defineCollection } from './define.ts';
import { idSchema, lineSchema } from './values.ts';

/** A colleague as the rest of the practice sees them. Written by the server when a professional joins. */
export const professional = defineCollection({
  name: 'professional',
  shape: 1,
  body: v.object({
    cognito_sub: idSchema,
    display_name: lineSchema,
    medical_degree: lineSchema,
  }),
  readers: { owner: [classes.colleagues], professional: [classes.colleagues] },
  indexes: { practice: ({ scope, id }) => [indexKey(scope, id)] },
  at: () => '',
  clinical: false,
});
