import type { ReplicaStore } from '../../ports.ts';
import { claimReplica } from './claim-replica.ts';
import type { LeaseState } from '../api.ts';
import type { ClientPorts } from '../client-ports.ts';
import type { Lease } from '../session/lease.ts';
import { forgetRing, openKeys, type KeyRing } from '../keys/replica-keys.ts';
import type { Replica } from './replica.ts';
import type { OpenedReplica } from '../session/opened-replica.ts';

/**
 * Opens the replica that lies in `store` with the keys at hand: reads its key ring (or makes it), loads the product's
 * registry, and indexes the rows for it where another build did last.
 */
export async function openReplica(
  ports: ClientPorts,
  store: ReplicaStore,
  opened: OpenedReplica,
  onLease: (state: LeaseState) => void,
): Promise<{ readonly replica: Replica; readonly ring: KeyRing; readonly lease: Lease; readonly tag: string }> {
  const sodium = await ports.loadSodium();
  // The product's collections and mutators are no part of the sign-in page.
  const [{ registry }, { Lease }] = await Promise.all([
    import('../../collections/index.ts'),
    import('../session/lease.ts'),
  ]);
  const { account, replicaKey, accountRoot, email } = opened;
  const keys = await openKeys(store, { sodium, random: ports.random, replicaKey, accountRoot, email });
  // The ring holds a copy of its own.
  accountRoot?.fill(0);
  const unguarded: Replica = {
    store,
    registry,
    sodium,
    random: ports.random,
    gate: { closed: false },
    sealer: keys.sealer,
    actor: { principal: account.principal, sub: account.sub },
    depositKeys: keys.ring.deposit,
    depositKeyId: keys.ring.depositId,
    lockEpoch: keys.lockEpoch,
    onDamaged: (key) => ports.log.error('replica.damaged_row', { collection: key.slice(0, key.indexOf('|')) }),
  };
  const lease = new Lease(unguarded, ports.clock, onLease);
  try {
    await claimReplica(unguarded);
    // Nothing is shown before it is known what may be.
    await lease.start();
  } catch (error) {
    lease.stop();
    forgetRing(keys.ring);
    keys.sealer.forget();
    throw error;
  }
  return { replica: { ...unguarded, lease }, ring: keys.ring, lease, tag: keys.tag };
}
