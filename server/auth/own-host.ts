import type { MiddlewareHandler } from 'hono';
import { ownOrigin } from './origin-check.ts';

/** What asks whether the process lives may call it by any name; a demo's mailbox answers this machine's names alone, by itself. */
const isOpen = (path: string): boolean =>
  path === '/healthz' || path === '/readyz' || /^\/dev\/mail(?:\.json$|\/|$)/.test(path);

/**
 * [OR-1] Refuses with 421 what was sent to a host that is not ours: what devices sign names the origin, and a stranger's name
 * that leads here must not pass for it. Where no origin is named, nothing is refused.
 */
export function ownHostOnly(origins: readonly string[], trustProxy: boolean): MiddlewareHandler {
  const own = new Set(origins);
  return async (c, next) => {
    if (own.size === 0 || isOpen(c.req.path) || own.has(ownOrigin(c, trustProxy))) return next();
    return c.json({ detail: 'This server does not answer under that name.' }, 421);
  };
}
