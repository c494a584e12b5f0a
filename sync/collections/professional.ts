import * as v from 'valibot';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { indexKey } from '../core/index-key.ts';
import { classes } from './classes.ts';
import { defineCollection } from '../core/define.ts';
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
  readers: {
    owner: [classes.colleagues],
    professional: [classes.colleagues],
    scheduler: [classes.colleagues],
    biller: [classes.colleagues],
  },
  indexes: { practice: ({ scope, id }) => [indexKey(scope, id)] },
  at: () => '',
  livesIn: ['practice'],
  clinical: false,
});

/** The record under which colleagues and clients know a professional: loaded by whatever writes a name. */
export function professionalLoad(sub: string): LoadRequest {
  return { kind: 'get', collection: 'professional', id: sub };
}

/**
 * The name that the practice knows a professional by; '' where there is none. Never what a device sends: a name beside
 * a text or a session says who is responsible for it.
 */
export function professionalName(facts: Facts, sub: string): string {
  return facts.find(professional, sub)?.body.display_name ?? '';
}
