import * as v from 'valibot';
import { backFill } from '../sync/scope-access.ts';
import { defineJobKind } from './job-kind.ts';

/** Brings a log in line with a scope, step by step; given up never. */
export const backFillJob = defineJobKind({
  kind: 'back-fill',
  payload: v.object({
    principal: v.string(),
    scope: v.string(),
    generation: v.number(),
    root: v.optional(v.string()),
    at: v.optional(v.string()),
    after: v.nullable(v.object({ collection: v.string(), id: v.string() })),
  }),
  settle: backFill,
  mostAttempts: Infinity,
});
