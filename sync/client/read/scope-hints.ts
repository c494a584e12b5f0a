import type { Replica } from '../replica/replica.ts';

/** So many records are remembered; the oldest go first. */
const mostHints = 2000;

const hintsOf = new WeakMap<Replica, Map<string, string>>();

/**
 * Remembers in which scope a record lies, from when it was last opened on a screen. A record never changes its scope, so
 * a hint is never wrong; it lets a write ask for the roles there in the same round trip as for the record.
 */
export function noteScope(replica: Replica, key: string, scope: string): void {
  let hints = hintsOf.get(replica);
  if (!hints) hintsOf.set(replica, (hints = new Map()));
  if (hints.has(key)) return;
  hints.set(key, scope);
  if (hints.size <= mostHints) return;
  const [oldest] = hints.keys();
  if (oldest !== undefined) hints.delete(oldest);
}

/** The scope of a record that was opened before. */
export function scopeHint(replica: Replica, key: string): string | undefined {
  return hintsOf.get(replica)?.get(key);
}
