import * as v from 'valibot';
import { cleanUp } from '../sync/scope-access.ts';
import { defineJobKind } from './job-kind.ts';

/** Deletes what an ended access left in a log, step by step; given up never. */
export const cleanUpJob = defineJobKind({
  kind: 'clean-up',
  payload: v.object({ principal: v.string(), scope: v.string(), generation: v.number() }),
  settle: cleanUp,
  mostAttempts: Infinity,
});
