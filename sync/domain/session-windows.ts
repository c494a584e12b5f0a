import { fromInstant, toInstant } from '../core/instant.ts';
import { statusFlags, type SessionStatus } from './appointment-status.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** [S-400] So long before it begins a session counts as happening. */
const aheadMs = 15 * minuteMs;

/** How a session stands; `absent`: somebody did not come. */
interface Standing {
  readonly status: SessionStatus;
  readonly absent?: 'client' | undefined;
}

interface PlannedSession extends Standing {
  readonly start: string;
  readonly end: string;
}

/** [S-400] Whether a session is happening: it stands, and shares a moment with the quarter of an hour from now on, both ends included (D-21). */
export function isHappening(session: PlannedSession, now: string): boolean {
  const { start, end } = session;
  return !isOff(session) && start <= toInstant(fromInstant(now) + aheadMs) && end > now;
}

/** [S-401] The days over which it is asked which sessions did not take place. */
const offWindowDays = { back: 15, ahead: 10 } as const;

/** [S-401] Whether a session was cancelled or abandoned, and begins in these days: from 15 days ago to 10 days from now, both included. */
export function isOffAround(session: Omit<PlannedSession, 'end'>, now: string): boolean {
  const { from, to } = offWindow(now);
  return isOff(session) && from <= session.start && session.start <= to;
}

/** [S-401] The first and the last moment of that window. */
export function offWindow(now: string): { readonly from: string; readonly to: string } {
  const at = fromInstant(now);
  return { from: toInstant(at - offWindowDays.back * dayMs), to: toInstant(at + offWindowDays.ahead * dayMs) };
}

/** Whether it does not take place, or somebody did not come to it. */
export function isOff({ status, absent }: Standing): boolean {
  const { cancelled, no_show } = statusFlags(status);
  return cancelled || no_show || absent !== undefined;
}
