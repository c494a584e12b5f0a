import * as v from 'valibot';
import { endAccess } from '../sync/end-access.ts';
import { defineJobKind } from './job-kind.ts';

/** Ends an access whose last day has passed, however late that is found; given up never. */
export const endAccessJob = defineJobKind({
  kind: 'end-access',
  payload: v.object({ membership: v.string() }),
  settle: (context, { membership }) => endAccess(context, membership),
  mostAttempts: Infinity,
});
