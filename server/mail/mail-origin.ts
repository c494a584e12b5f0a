import type { Context } from 'hono';
import { ownOrigin } from '../auth/origin-check.ts';
import { HttpError } from '../http-error.ts';
import type { Services } from '../services.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where links in mail lead: an origin that was configured, or this very machine. Never what a request calls us: whoever sends it
 * would have our own mail lead to a server of theirs.
 */
export function mailOrigin(services: Pick<Services, 'origins' | 'trustProxy'>, c: Context): string {
  const origin = knownOrigin(services, c);
  if (origin !== null) return origin;
  throw new HttpError(503, 'This server does not know its own address, so it cannot send a link.');
}

/** The same; null where the server does not know its own address. */
export function knownOrigin(
  { origins, trustProxy }: Pick<Services, 'origins' | 'trustProxy'>,
  c: Context,
): string | null {
  const asked = ownOrigin(c, trustProxy);
  const [first] = origins;
  if (first !== undefined) return origins.includes(asked) ? asked : first;
  return URL.canParse(asked) && loopback.has(new URL(asked).hostname) ? new URL(asked).origin : null;
}
