import * as v from 'valibot';
import { deriveAnew } from '../sync/derive-anew.ts';
import { defineJobKind } from './job-kind.ts';

/** After a change of the table of time zones: sessions to come, step by step; given up never. */
export const deriveAnewJob = defineJobKind({
  kind: 'derive-anew',
  payload: v.object({ collection: v.string(), index: v.string(), after: v.string(), afterId: v.optional(v.string()) }),
  settle: deriveAnew,
  mostAttempts: Infinity,
});
