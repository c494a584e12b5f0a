import { fromInstant } from '../core/instant.ts';
import { statusFlags, type SessionStatus } from './appointment-status.ts';

/** So long after its end a session of which nobody has said anything may have been missed. */
export const unsaidMs = 24 * 60 * 60_000;

interface SaidOfSession {
  readonly status: SessionStatus;
  readonly end: string;
  readonly absent?: 'client' | undefined;
  readonly held?: string | undefined;
  readonly missed?: boolean | undefined;
  readonly sample?: unknown;
}

/**
 * [S-223] Whether a clinician may have missed a session: it stands, its end is a day past, nobody has said who came, and no note of it was begun.
 * `missed`: whoever kept the sessions before said so.
 */
export function mayBeMissed(session: SaidOfSession, now: string, hasNote: boolean): boolean {
  const { status, end, absent, held, missed, sample } = session;
  const flags = statusFlags(status);
  if (flags.cancelled || flags.no_show || absent !== undefined || held !== undefined || sample !== undefined)
    return false;
  return missed === true || (!hasNote && fromInstant(end) + unsaidMs <= fromInstant(now));
}
