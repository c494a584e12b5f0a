import { createHash, timingSafeEqual } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { toBase64Url } from '../../sync/core/base64url.ts';
import type { Random } from '../../sync/ports.ts';

const forwarding = ['forwarded', 'via', 'x-real-ip'];

/** A key for this start, kept for this user alone in the data directory. */
export function makeMailboxKey(dataDir: string, random: Random): string {
  const key = toBase64Url(random.bytes(24));
  writeFileSync(path.join(dataDir, 'mailbox-key'), `${key}\n`, { mode: 0o600 });
  return key;
}

/** Whether a request comes from this machine to this machine, with nothing in between that says so. */
export function isFromHere(c: Context): boolean {
  // Without a network there is nobody to ask about.
  if (!c.env || typeof c.env !== 'object' || !('incoming' in c.env)) return false;
  const address = (getConnInfo(c).remote.address ?? '').replace(/^::ffff:/, '');
  const isLocal = address === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
  const isLocalHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(c.req.header('host') ?? '');
  const names = Object.keys(c.req.header());
  return isLocal && isLocalHost && !names.some((name) => forwarding.includes(name) || name.startsWith('x-forwarded-'));
}

/** Takes as long for any wrong key. */
export function isKey(given: string | undefined, key: string): boolean {
  return given !== undefined && timingSafeEqual(digest(given), digest(key));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
