import sodium from 'libsodium-wrappers';
import { systemRandom } from '../../server/system-ports.ts';
import type { EngineHandle, EngineKeys } from '../../sync/client/client-ports.ts';
import { SyncEngine } from '../../sync/client/lead/sync-engine.ts';
import type { Replica } from '../../sync/client/replica/replica.ts';
import { createRowSealer } from '../../sync/client/replica/row-sealer.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import type { ReplicaStore, Transport } from '../../sync/ports.ts';
import { FakeClock } from '../../sync/testing/builders.ts';

const quietly = (): void => undefined;

/** Nothing runs by itself where this stands for an engine. */
export const stillEngine: EngineHandle = {
  wake: quietly,
  cycleOnce: () => Promise.resolve(),
  setVisible: quietly,
  setSigning: quietly,
  stop: quietly,
};

/** The shipped engine over a replica, until nothing waits to be sent or fetched. */
export async function runEngine(
  keys: EngineKeys,
  on: {
    readonly store: ReplicaStore;
    readonly registry: Registry;
    readonly nowMs: number;
    readonly transport: Transport;
  },
): Promise<void> {
  const clock = new FakeClock(new Date(on.nowMs).toISOString());
  const replica: Replica = {
    store: on.store,
    registry: on.registry,
    sodium,
    random: systemRandom,
    gate: { closed: false },
    sealer: createRowSealer(sodium, keys.replicaKey, systemRandom),
    actor: { principal: keys.principal, sub: keys.sub },
    depositKeys: new Map(keys.depositKeys),
    depositKeyId: keys.depositKeyId,
    lockEpoch: keys.lockEpoch,
  };
  const engine = new SyncEngine({
    replica,
    transport: on.transport,
    clock,
    random: systemRandom,
    log: { error: quietly, info: quietly, debug: quietly },
    owner: 'tab',
    registerKey: () => Promise.resolve(true),
    onLocked: quietly,
  });
  engine.start();
  await clock.pass(2000);
  for (let turn = 0; turn < 6; turn += 1) {
    await engine.cycleOnce();
    await clock.pass(3000);
  }
  engine.stop();
}
