import type { Context } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';
import { HttpError } from '../http-error.ts';

/** Refuses a request that has to wait this many seconds; 0 lets it pass. */
export function refuseFor(seconds: number): void {
  if (seconds > 0) throw new HttpError(429, 'Too many attempts. Please wait a moment.', seconds);
}

/** The caller's address, for counting attempts only. */
export function addressOf(c: Context, trustProxy: boolean): string {
  if (trustProxy) return c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? 'unknown';
  // Absent where the app is called without a network, as in tests.
  return c.env && typeof c.env === 'object' && 'incoming' in c.env
    ? (getConnInfo(c).remote.address ?? 'unknown')
    : 'local';
}
