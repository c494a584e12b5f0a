import type { Context } from 'hono';
import { isHttps } from './cookies.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const oneClickTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/**
 * Whether an unsafe request comes from our own pages. Browsers say so in `Sec-Fetch-Site` or `Origin`; a caller that
 * sends neither is no browser, and must then send JSON, which a foreign page cannot without asking first.
 */
export function isOwnOrigin(c: Context, trustProxy: boolean): boolean {
  if (safeMethods.has(c.req.method)) return true;
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = c.req.header('origin');
  if (origin !== undefined) return origin === ownOrigin(c, trustProxy);
  return mediaTypeOf(c.req.header('content-type')) === 'application/json';
}

/**
 * [EP-3] Whether it is the form that a mail program posts by itself (RFC 8058, 3.2): no browser, so it says neither site nor origin.
 * Good for routes alone that know who asks by what stands in their path.
 */
export function isOneClick(c: Context): boolean {
  const isBrowser = c.req.header('sec-fetch-site') !== undefined || c.req.header('origin') !== undefined;
  return !isBrowser && oneClickTypes.has(mediaTypeOf(c.req.header('content-type')));
}

/** For sockets: browsers always send `Origin` there. Other callers need none. */
export function isAllowedSocketOrigin(c: Context, trustProxy: boolean): boolean {
  const origin = c.req.header('origin');
  return origin === undefined || origin === ownOrigin(c, trustProxy);
}

/** Scheme and host that this request came to, as the browser names them. */
export function ownOrigin(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
  const host = forwarded ?? c.req.header('host') ?? new URL(c.req.url).host;
  return `${isHttps(c, trustProxy) ? 'https' : 'http'}://${host}`;
}

function mediaTypeOf(contentType = ''): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}
