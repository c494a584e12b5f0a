import type { Context } from 'hono';
import {
  activityFreshMs,
  activityHeader,
  activityStatement,
  readActivityHeader,
} from '../../sync/core/device-statements.ts';
import { fromBase64Url } from '../../sync/core/base64url.ts';
import type { Services } from '../services.ts';
import { ownOrigin } from './origin-check.ts';
import type { ProveIdle } from './sessions.ts';

/** Whether `signature` is over these bytes and by this key (Ed25519, base64url). Anything else is no signature. */
export function isSignedBy(
  sodium: Services['sodium'],
  publicKey: string,
  statement: Uint8Array,
  signature: string,
): boolean {
  try {
    return sodium.crypto_sign_verify_detached(fromBase64Url(signature), statement, fromBase64Url(publicKey));
  } catch {
    // Not base64url, or of a wrong length.
    return false;
  }
}

/** Milliseconds since the person last acted, as a device without a key of its own says; one that says nothing acts now. */
function plainIdle(c: Context): number {
  const [digits] = /^\d{1,12}$/.exec(c.req.header('x-orchid-idle-ms') ?? '') ?? [];
  return digits === undefined ? 0 : Number(digits);
}

/** What a request claims, without looking whether it is true: enough to see whether looking is worth it. */
export function claimedIdle(c: Context): number {
  return readActivityHeader(c.req.header(activityHeader))?.idle ?? plainIdle(c);
}

/**
 * What a request proves of its person's activity. Where the session's device signs, only its signature over label, origin,
 * session, time and idle counts, and only while it is fresh: cookies alone keep nothing alive.
 */
export function proveIdle(services: Pick<Services, 'sodium' | 'clock' | 'trustProxy'>, c: Context): ProveIdle {
  const { sodium, clock, trustProxy } = services;
  return (row, signKey) => {
    if (signKey === '') return plainIdle(c);
    const said = readActivityHeader(c.req.header(activityHeader));
    if (!said || Math.abs(clock.now() - said.time) > activityFreshMs) return null;
    const { time, idle, signature } = said;
    const statement = activityStatement({ origin: ownOrigin(c, trustProxy), session: row.familyId, time, idle });
    return isSignedBy(sodium, signKey, statement, signature) ? idle : null;
  };
}
