import * as v from 'valibot';
import { tellKind, tellSessions } from '../sync/tell-sessions.ts';
import { defineJobKind } from './job-kind.ts';

/** [TS-1] Tells whose sessions were changed three minutes ago; given up never. */
export const tellSessionsJob = defineJobKind({
  kind: tellKind,
  payload: v.object({ scope: v.string() }),
  settle: (context, { scope }) => tellSessions(context, scope),
  mostAttempts: Infinity,
});
