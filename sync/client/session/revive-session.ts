import type { ReplicaStore } from '../../ports.ts';
import type { ClientPorts } from '../client-ports.ts';
import type { DeviceAccount } from '../replica/device.ts';
import { debtOf, untilBegun } from './session-debt.ts';
import { resumeSession } from './resume-session.ts';
import { keepSession, renewDeviceWrap, signInWithAuth } from './session.ts';
import { sessionFacts, type SessionFacts } from './session-facts.ts';
import type { KeyRing } from '../keys/replica-keys.ts';

export interface ReviveOptions {
  readonly account: DeviceAccount;
  readonly ring: KeyRing;
  readonly replicaKey: Uint8Array;
  readonly store: ReplicaStore;
  /** What the password has just given, for the first attempt alone: it is not kept. Null where no password was given. */
  readonly auth: string | null;
  /** Locked meanwhile: stop asking. */
  readonly isStillOpen: () => boolean;
}

export type Revived =
  | { readonly kind: 'ok'; readonly facts: SessionFacts | null }
  /** The server wants a full sign-in. */
  | { readonly kind: 'refused' };

/**
 * Keeps asking until the server has spoken: a living session is taken as it is, an ended one is begun again by this device's
 * own key. One tab at a time: the others then find it alive.
 */
export async function reviveSession(
  ports: ClientPorts,
  device: ReplicaStore,
  options: ReviveOptions,
): Promise<Revived> {
  let { auth } = options;
  for (let attempt = 1; options.isStillOpen(); attempt += 1) {
    const given = auth;
    auth = null;
    const outcome = await ports.alone(() => tryOnce(ports, device, { ...options, auth: given }));
    if (outcome.kind !== 'no-answer') return outcome;
    await new Promise<void>((resolve) => ports.clock.after(Math.min(3000, attempt * 500), resolve));
  }
  return { kind: 'refused' };
}

async function tryOnce(
  ports: ClientPorts,
  device: ReplicaStore,
  options: ReviveOptions,
): Promise<Revived | { readonly kind: 'no-answer' }> {
  const { account, replicaKey } = options;
  if (!options.isStillOpen()) return { kind: 'refused' };
  // The session before a lock that the server has not heard of is over, whatever its cookies still open.
  const isOver = (await debtOf(device)) !== null;
  if (!isOver) {
    const live = await ports.api.call('GET', '/api/users/v1/user_info');
    if (live?.status === 200) {
      const facts = await renewDeviceWrap(ports, device, { account, replicaKey });
      return { kind: 'ok', facts };
    }
    // Without an answer nothing is known: signing in again now could end a session that lives.
    if (live?.status !== 401 && live?.status !== 403) return { kind: 'no-answer' };
  }
  return untilBegun(
    { device, clock: ports.clock },
    () => beginAgain(ports, device, options),
    (outcome) => outcome.kind === 'ok',
  );
}

async function beginAgain(
  ports: ClientPorts,
  device: ReplicaStore,
  { account, ring, replicaKey, store, auth, isStillOpen }: ReviveOptions,
): Promise<Revived | { readonly kind: 'no-answer' }> {
  // [LK-3] What ends the old session was asked of the server already: none begins behind it.
  if (!isStillOpen()) return { kind: 'refused' };
  const resumed = await resumeSession(ports, store, { account, ring });
  if (resumed.kind === 'ok') {
    await keepSession(ports, device, { account, replicaKey }, resumed.answer);
    return { kind: 'ok', facts: sessionFacts(resumed.answer) };
  }
  if (resumed.kind === 'no-answer' || auth === null || ring.email === null || !isStillOpen()) return resumed;
  return signInWithAuth(ports, device, { account, replicaKey, email: ring.email, auth });
}
