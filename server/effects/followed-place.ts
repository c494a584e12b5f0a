import { decodeCursor, isFirstSync } from '../sync/cursor.ts';
import { readChanges } from '../sync/read-changes.ts';
import { linesOf } from '../sync/sealed-page.ts';
import { isSessionAlive } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import { call, type Plan } from '../store/port.ts';
import { maxPageBytes } from '../../sync/protocol/socket-message.ts';

/** Where a device stands in its log. */
export interface DevicePlace {
  readonly clientId: string;
  readonly cursor: string;
}

/** Where a device said that it stands, and with which sign-in. */
export interface FollowedPlace extends DevicePlace {
  readonly principal: string;
  readonly familyId: string;
}

/** What a change means for a device that follows: the page itself, a poke to ask for it, or the end of its session. */
export type FollowedChange =
  | { readonly kind: 'page'; readonly lines: readonly string[] }
  | { readonly kind: 'poke' }
  | { readonly kind: 'signed-out' };

/** More rows than this are not read for a socket: the device asks for them. */
const mostRows = 50;

/** Whether the place is just behind the head: what a few changes made of a replica that was complete. */
function* isNear(place: FollowedPlace, nowMs: number): Plan<boolean> {
  const head = yield* call('headOf', place.principal);
  const epoch = (yield* call('getMeta', 'epoch')) ?? '';
  const cursor = decodeCursor(place.cursor, { ...head, epoch, nowMs });
  return cursor !== null && !isFirstSync(cursor) && head.seq - cursor.seq <= mostRows;
}

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
    if (!(yield* isNear(place, nowMs))) return { kind: 'poke' };
    const found = yield* readChanges(
      { registry, nowMs },
      { principal, clientId, cursor, heal: null, bytes: maxPageBytes },
    );
    if (found.kind !== 'ok' || !found.isComplete) return { kind: 'poke' };
    return found.page.bytes <= maxPageBytes ? { kind: 'page', lines: linesOf(found.page) } : { kind: 'poke' };
  });
}
