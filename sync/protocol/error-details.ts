import * as v from 'valibot';
import { instantSchema } from '../collections/values.ts';

/** Of `conflicting_session`: what of the clinician's time is taken, as far as it is of the same practice. */
export const conflictDetail = v.object({ taken: v.array(v.object({ start: instantSchema, end: instantSchema })) });
export type ConflictDetail = v.InferOutput<typeof conflictDetail>;
