import type { ReplicaStore } from '../../ports.ts';
import type { LeaseState } from '../api.ts';
import type { ClientPorts, EngineCallbacks, EngineHandle, SigningKey } from '../client-ports.ts';
import { readAccount, type DeviceAccount } from '../replica/device.ts';
import { readMeta } from '../replica/meta.ts';
import type { Lease } from './lease.ts';
import { openReplica } from '../replica/open-replica.ts';
import { forgetRing, type KeyRing } from '../keys/replica-keys.ts';
import type { Replica } from '../replica/replica.ts';
import { registerDepositKey, registerSignKey } from '../keys/register-keys.ts';
import type { OpenedReplica } from './opened-replica.ts';
import type { SessionFacts } from './session-facts.ts';

/** Everything of an unlocked replica; dropped as a whole at lock. */
export interface Unlocked {
  readonly replica: Replica;
  readonly replicaKey: Uint8Array;
  readonly account: DeviceAccount;
  readonly ring: KeyRing;
  readonly engine: EngineHandle;
  /** What versions of a text written here are known by. */
  readonly tag: string;
  readonly lease: Lease;
}

interface UnlockOptions {
  /** Opened without the server: its outbox key waits for the first contact. */
  readonly isOffline: boolean;
  /** [LK-2] False once a lock or log-out came while this was opening: it finds nothing open yet, and holds all the same. */
  readonly isWanted: () => boolean;
  readonly onLocked: () => void;
  readonly onLease: (state: LeaseState) => void;
  readonly onSessions: EngineCallbacks['onSessions'];
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
  const { onLease } = options;
  const { replica, ring, lease, tag } = await openReplica(ports, store, opened, onLease).catch((error: unknown) => {
    replicaKey.fill(0);
    throw error;
  });
  const registerKey = async (): Promise<boolean> => {
    const current = (await readAccount(device, account.sub)) ?? account;
    return registerDepositKey(ports, store, { account: current, ring });
  };
  const drop = (): void => {
    lease.stop();
    forgetKeys({ ring, replica, replicaKey });
  };
  try {
    // The outbox key is registered before the first row could leave.
    const registered = options.isOffline ? null : registerKey();
    if (opened.facts) await registerSignKey(ports, replica, { account, ring, facts: opened.facts });
    await registered;
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
        signing: signingOf(ports, ring, opened.facts),
      },
      { registerKey, onLocked: options.onLocked, onSessions: options.onSessions },
    );
    return { replica, replicaKey, account, ring, engine, lease, tag };
  } catch (error) {
    // Not open after all, as where the engine's worker cannot be had: no key stays behind a closed screen.
    drop();
    throw error;
  }
}

/** What requests of this device prove activity by, in this session. */
export function signingOf(
  ports: Pick<ClientPorts, 'origin'>,
  ring: KeyRing,
  facts: SessionFacts | null,
): SigningKey | null {
  return facts && { privateKey: ring.sign.privateKey, session: facts.session, origin: ports.origin };
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

function forgetKeys({ ring, replica, replicaKey }: Pick<Unlocked, 'ring' | 'replica' | 'replicaKey'>): void {
  replicaKey.fill(0);
  replica.sealer.forget();
  // The replica's deposit keys are the ring's.
  forgetRing(ring);
}
