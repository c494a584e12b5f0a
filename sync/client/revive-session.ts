import type { ReplicaStore } from '../ports.ts';
import type { ClientPorts } from './client-ports.ts';
import type { DeviceAccount } from './device.ts';
import { renewDeviceWrap, signInAgain } from './session.ts';

export interface ReviveOptions {
  readonly account: DeviceAccount;
  /** AUTH comes from the password of the unlock and is never stored; null where no password was given. */
  readonly signIn: { readonly email: string; readonly auth: string } | null;
  readonly replicaKey: Uint8Array;
  /** Locked meanwhile: stop asking. */
  readonly isStillOpen: () => boolean;
}

/**
 * Keeps asking until the server has spoken: a living session is taken as it is, an ended one is begun again with AUTH.
 * Resolves with whether there is a session.
 */
export async function reviveSession(
  ports: ClientPorts,
  device: ReplicaStore,
  options: ReviveOptions,
): Promise<boolean> {
  for (let attempt = 1; options.isStillOpen(); attempt += 1) {
    const outcome = await tryOnce(ports, device, options);
    if (outcome !== 'no-answer') return outcome === 'ok';
    await new Promise<void>((resolve) => ports.clock.after(Math.min(3000, attempt * 500), resolve));
  }
  return false;
}

async function tryOnce(
  ports: ClientPorts,
  device: ReplicaStore,
  options: ReviveOptions,
): Promise<'ok' | 'no-answer' | 'refused'> {
  const { account, signIn, replicaKey } = options;
  const live = await ports.api.call('GET', '/api/users/v1/user_info');
  if (live?.status === 200) {
    await renewDeviceWrap(ports, device, { account, replicaKey });
    return 'ok';
  }
  // Without an answer nothing is known: signing in again now could end a session that lives.
  if (live?.status !== 401 && live?.status !== 403) return 'no-answer';
  return signIn === null ? 'refused' : signInAgain(ports, device, { account, ...signIn, replicaKey });
}
