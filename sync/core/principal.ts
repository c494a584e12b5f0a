import type { Actor } from './mutation.ts';

/** Whom a session works as: the person alone, or for a guarded account. Every log, outbox and key is a principal's. */
export function principalOf(sub: string, guarded?: string): string {
  return guarded === undefined ? sub : `${sub}~${guarded}`;
}

/** The actor of a principal. */
export function actorOf(principal: string): Actor {
  return { principal, sub: principal.split('~')[0] ?? principal };
}
