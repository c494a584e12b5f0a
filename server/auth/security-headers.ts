import type { Context, MiddlewareHandler } from 'hono';
import { isHttps } from './cookies.ts';

const hostPattern = /^[A-Za-z0-9.:[\]-]{1,260}$/;

/** The page's policy. `'wasm-unsafe-eval'` is for libsodium and Argon2id; everything else is our own files. */
function contentSecurityPolicy(host: string | undefined): string {
  const sockets = host !== undefined && hostPattern.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    `connect-src 'self'${sockets}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types orchid',
  ].join('; ');
}

const fixedHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-embedder-policy', 'require-corp'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), browsing-topics=()'],
];

/** The host as the browser knows it: behind a proxy that is trusted, the one it was asked for. */
function publicHost(c: Context, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
  return forwarded ?? c.req.header('host');
}

/** Built files that are neither a page nor a worker, one by one or in one: most of what a page's answer says means nothing on them, and weighs on a slow line. */
function isPart(path: string): boolean {
  return path.startsWith('/assets/') || path === '/parts.pack';
}

const partHeaders: ReadonlySet<string> = new Set([
  'x-content-type-options',
  'cross-origin-resource-policy',
  // Of a style sheet, for the fonts that it fetches.
  'referrer-policy',
]);

/** On every answer; nothing under `/api` is ever cached. Whoever came by https comes by nothing else for a year. */
export function securityHeaders(trustProxy: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next();
    // On the headers themselves: `c.header` would make another response, with a stream, of each that is finished.
    const { headers } = c.res;
    // A page that is not the client's brings a stricter one.
    const { path } = c.req;
    if (!headers.has('content-security-policy') && !isPart(path))
      headers.set('content-security-policy', contentSecurityPolicy(publicHost(c, trustProxy)));
    for (const [name, value] of fixedHeaders) if (!isPart(path) || partHeaders.has(name)) headers.set(name, value);
    if (isHttps(c, trustProxy)) headers.set('strict-transport-security', 'max-age=31536000');
    if (path.startsWith('/api/')) headers.set('cache-control', 'no-store');
  };
}
