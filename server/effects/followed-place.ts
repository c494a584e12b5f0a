import { readChanges } from '../sync/read-changes.ts';
import { isSessionAlive } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import type { Plan } from '../store/port.ts';
import { maxPageBytes } from '../../sync/protocol/socket-message.ts';

/** Where a device said that it stands. */
export interface FollowedPlace {
  readonly principal: string;
  readonly familyId: string;
  readonly clientId: string;
  readonly cursor: string;
}

/** What a change means for a device that follows: the page itself, a poke to ask for it, or the end of its session. */
export type FollowedChange =
  | { readonly kind: 'page'; readonly lines: readonly string[] }
  | { readonly kind: 'poke' }
  | { readonly kind: 'signed-out' };

/**
 * Reads what a pull from this place would answer, with the same rights, in one snapshot with the session: a socket brings
 * nothing to a device whose session has ended. What is long, or not complete, is left to a pull.
 */
export async function readFollowed(services: Services, place: FollowedPlace): Promise<FollowedChange> {
  const { store, clock, registry } = services;
  const nowMs = clock.now();
  return store.read(function* (): Plan<FollowedChange> {
    if (!(yield* isSessionAlive(place.familyId, nowMs))) return { kind: 'signed-out' };
    const { principal, clientId, cursor } = place;
    const page = yield* readChanges({ registry, nowMs }, { principal, clientId, cursor, heal: null });
    if (page.kind !== 'ok' || !page.isComplete) return { kind: 'poke' };
    const bytes = page.lines.reduce((sum, line) => sum + line.length, 0);
    return bytes <= maxPageBytes ? { kind: 'page', lines: page.lines } : { kind: 'poke' };
  });
}
