import * as v from 'valibot';
import type { Body } from '../sync/ports.ts';
import { deliverSealed, type DepositOutcome, type SealedWay } from '../sync/client/push/deliver-sealed.ts';
import { pushSealed } from '../sync/web/push-sealed.ts';
import { withDevice, withStore } from './existing-store.ts';

const way: SealedWay = {
  push: pushSealed,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Delivers the outbox of the device's current account, as it lies there, without a key. */
export async function depositOutbox(): Promise<DepositOutcome> {
  const name = await withDevice((device) => device.read(currentReplicaName), null);
  if (name === null) return 'nothing';
  return withStore<DepositOutcome>(name, (store) => deliverSealed(store, way), 'nothing');
}

/** As little of the device's rows as delivery needs: those of another build's pages are read too. */
const currentPointer = v.object({ sub: v.string() });
const replicaPointer = v.object({ replicaName: v.string() });

function* currentReplicaName(): Body<string | null> {
  const [current] = yield [{ op: 'get', table: 'meta', keys: ['current'] }];
  const pointer = v.safeParse(currentPointer, current?.[0]?.m);
  if (!pointer.success) return null;
  const [account] = yield [{ op: 'get', table: 'meta', keys: [`account:${pointer.output.sub}`] }];
  const replica = v.safeParse(replicaPointer, account?.[0]?.m);
  return replica.success ? replica.output.replicaName : null;
}
