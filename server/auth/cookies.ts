import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Random } from '../../sync/ports.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { accessLifeMs, type SessionTokens } from './sessions.ts';

const yearS = 365 * 24 * 60 * 60;
/** How long a registration waits for its e-mail to be confirmed. */
export const pendingDays = 7;
const deviceIdPattern = /^[A-Za-z0-9_-]{16}$/;

/** Whether the browser came by https, directly or through the proxy that we trust. */
export function isHttps(c: Context, trustProxy: boolean): boolean {
  if (trustProxy) return c.req.header('x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https';
  return c.req.url.startsWith('https:');
}

/** Names carry the prefixes that make browsers enforce their attributes, where https allows them. */
function names(https: boolean): { readonly access: string; readonly refresh: string } {
  return https
    ? { access: '__Host-orchid_at', refresh: '__Secure-orchid_rt' }
    : { access: 'orchid_at', refresh: 'orchid_rt' };
}

/** With an age, so that they outlive the browser; for who does not want to be remembered without: they are gone with it. */
export function setSessionCookies(c: Context, tokens: SessionTokens, https: boolean): void {
  const name = names(https);
  const shared = { httpOnly: true, sameSite: 'Lax', secure: https } as const;
  const aged = (ms: number) => (tokens.isRemembered ? { maxAge: Math.max(1, Math.floor(ms / 1000)) } : {});
  setCookie(c, name.access, tokens.access, { ...shared, path: '/', ...aged(accessLifeMs) });
  setCookie(c, name.refresh, tokens.refresh, { ...shared, path: '/api', ...aged(tokens.remainingMs) });
}

export function clearSessionCookies(c: Context, https: boolean): void {
  const name = names(https);
  const shared = { httpOnly: true, sameSite: 'Lax', secure: https, maxAge: 0 } as const;
  setCookie(c, name.access, '', { ...shared, path: '/' });
  setCookie(c, name.refresh, '', { ...shared, path: '/api' });
}

const endedPath = '/api/login/v1/logout';

/** Left by a lock, which takes the session's cookies: good for one thing, to say which device a later log-out is of. */
export function setEndedCookie(c: Context, refresh: string, https: boolean): void {
  const shared = { httpOnly: true, sameSite: 'Lax', secure: https, path: endedPath } as const;
  setCookie(c, 'orchid_ended', refresh, { ...shared, maxAge: refresh === '' ? 0 : yearS / 12 });
}

export function readEndedCookie(c: Context): string | undefined {
  return getCookie(c, 'orchid_ended');
}

const pendingName = 'orchid_pending';

/** [RG-2] Names the registration that this browser has begun; '' takes it back. */
export function setPendingCookie(c: Context, token: string, https: boolean): void {
  const shared = { httpOnly: true, sameSite: 'Lax', secure: https, path: '/api' } as const;
  setCookie(c, pendingName, token, { ...shared, maxAge: token === '' ? 0 : pendingDays * 24 * 60 * 60 });
}

export function readPendingCookie(c: Context): string | undefined {
  return getCookie(c, pendingName);
}

export function readAccessToken(c: Context, https: boolean): string | undefined {
  return getCookie(c, names(https).access);
}

export function readRefreshCookie(c: Context, https: boolean): string | undefined {
  return getCookie(c, names(https).refresh);
}

/** Whether this browser has opened the app before. */
export function wasHere(c: Context): boolean {
  return getCookie(c, 'orchid_device_id') !== undefined;
}

/** [C-540] The 16-character device id, made where it is missing. Scripts read it: it is a name, not a secret. */
export function ensureDeviceId(c: Context, random: Random, https: boolean): string {
  const found = getCookie(c, 'orchid_device_id');
  if (found !== undefined && deviceIdPattern.test(found)) return found;
  const made = toBase64Url(random.bytes(12));
  setCookie(c, 'orchid_device_id', made, { path: '/', sameSite: 'Lax', secure: https, maxAge: yearS });
  return made;
}
