import type { ReplicaStore } from '../ports.ts';
import type { LeaseState } from './api.ts';
import type { ClientPorts, EngineHandle } from './client-ports.ts';
import { readAccount, type DeviceAccount } from './device.ts';
import { readMeta } from './meta.ts';
import type { Lease } from './lease.ts';
import { openReplica } from './open-replica.ts';
import type { KeyRing } from './replica-keys.ts';
import type { Replica } from './replica.ts';
import { registerDepositKey, type OpenedReplica } from './session.ts';

/** Everything of an unlocked replica; dropped as a whole at lock. */
export interface Unlocked {
  readonly replica: Replica;
  readonly replicaKey: Uint8Array;
  readonly account: DeviceAccount;
  readonly ring: KeyRing;
  readonly engine: EngineHandle;
  readonly lease: Lease;
}

interface UnlockOptions {
  /** Opened without the server: its outbox key waits for the first contact. */
  readonly isOffline: boolean;
  /** [LK-2] False once a lock or log-out came while this was opening: it finds nothing open yet, and holds all the same. */
  readonly isWanted: () => boolean;
  readonly onLocked: () => void;
  readonly onLease: (state: LeaseState) => void;
}

/** Opens the replica with the keys at hand and starts its engine; null, with the keys dropped, where it is no longer wanted. */
export async function unlockReplica(
  ports: ClientPorts,
  stores: { readonly device: ReplicaStore; readonly store: ReplicaStore },
  opened: OpenedReplica,
  options: UnlockOptions,
): Promise<Unlocked | null> {
  const { device, store } = stores;
  const { account, replicaKey } = opened;
  const { replica, ring, lease } = await openReplica(ports, store, opened, options.onLease).catch((error: unknown) => {
    replicaKey.fill(0);
    throw error;
  });
  const registerKey = async (): Promise<boolean> => {
    const current = (await readAccount(device, account.sub)) ?? account;
    return registerDepositKey(ports, store, { account: current, ring });
  };
  const drop = (): void => {
    lease.stop();
    forgetKeys({ replica, replicaKey });
  };
  try {
    // The outbox key is registered before the first row could leave.
    if (!options.isOffline) await registerKey();
    if (!options.isWanted()) {
      drop();
      return null;
    }
    const engine = ports.startEngine(
      {
        replicaName: account.replicaName,
        sub: account.sub,
        principal: account.principal,
        replicaKey,
        depositKeys: [...replica.depositKeys],
        depositKeyId: replica.depositKeyId,
        lockEpoch: replica.lockEpoch,
      },
      { registerKey, onLocked: options.onLocked },
    );
    return { replica, replicaKey, account, ring, engine, lease };
  } catch (error) {
    // Not open after all, as where the engine's worker cannot be had: no key stays behind a closed screen.
    drop();
    throw error;
  }
}

/**
 * From the call on no transaction of this tab writes. Those already under way still hold whole keys until they are over;
 * then the keys are overwritten.
 */
export async function closeReplica(unlocked: Unlocked): Promise<void> {
  unlocked.replica.gate.closed = true;
  unlocked.engine.stop();
  unlocked.lease.stop();
  await unlocked.replica.store.tx('relaxed', () => readMeta('lock')).catch(() => undefined);
  forgetKeys(unlocked);
}

/** Whether this very replica is open already: the same person, the same key. */
export function isSameReplica(unlocked: Unlocked | null, opened: OpenedReplica): boolean {
  return (
    unlocked !== null &&
    unlocked.account.sub === opened.account.sub &&
    unlocked.replicaKey.every((byte, index) => byte === opened.replicaKey[index])
  );
}

function forgetKeys({ replica, replicaKey }: Pick<Unlocked, 'replica' | 'replicaKey'>): void {
  replicaKey.fill(0);
  for (const key of replica.depositKeys.values()) key.fill(0);
}
