import {
  accountRootPurpose,
  normalizePassword,
  passwordKeys,
  replicaWrappingKey,
  unwrapKey,
} from '../../core/account-keys.ts';
import type { Body, ReplicaStore } from '../../ports.ts';
import type { UnlockResult } from '../api.ts';
import type { ClientPorts } from '../client-ports.ts';
import { allRows } from '../replica/all-rows.ts';
import { readAccount, type LeftReplica } from '../replica/device.ts';
import { assertUnlocked } from '../replica/replica.ts';
import { createRowSealer } from '../replica/row-sealer.ts';
import { carryLeft } from './carry-left.ts';
import { replicaPurpose } from './open-with-password.ts';
import { openWrap } from './open-wrap.ts';
import type { Unlocked } from './unlocked.ts';

/** How many refused changes lie on this device that only a password of before opens. */
export async function countLeft(ports: ClientPorts, device: ReplicaStore, sub: string): Promise<number> {
  const account = await readAccount(device, sub);
  let count = 0;
  for (const { replicaName } of account?.left ?? []) {
    const store = ports.openStore(replicaName, {});
    count += await store.read(countRefused).finally(() => store.close());
  }
  return count;
}

function* countRefused(): Body<number> {
  return (yield* allRows('attention')).length;
}

/**
 * [RC-4] Opens what was refused before the account's keys were new with the password of then: it stands in needs attention from here
 * on, and the replica of before goes.
 */
export async function openLeft(
  ports: ClientPorts,
  device: ReplicaStore,
  on: { readonly unlocked: Unlocked; readonly password: string; readonly isStillOpen: () => boolean },
): Promise<UnlockResult> {
  const { unlocked, password } = on;
  const { sub } = unlocked.account;
  const account = await readAccount(device, sub);
  let isAny = false;
  for (const left of account?.left ?? []) {
    const key = await keyOf(ports, sub, left, password);
    if (!key) continue;
    isAny = true;
    await takeRefused(ports, unlocked, left, key);
    key.fill(0);
  }
  if (!isAny) return { kind: 'wrong-password' };
  await carryLeft(ports, device, on);
  return { kind: 'ok' };
}

async function keyOf(ports: ClientPorts, sub: string, left: LeftReplica, password: string): Promise<Uint8Array | null> {
  const sodium = await ports.loadSodium();
  const root = await ports.deriveRoot(normalizePassword(password), left.kdf);
  const { kek } = passwordKeys(sodium, root);
  root.fill(0);
  const accountRoot = openWrap(() =>
    unwrapKey(sodium, kek, left.wrapAccountRoot, accountRootPurpose(sub, left.generation)),
  );
  kek.fill(0);
  if (!accountRoot) return null;
  const wrapping = replicaWrappingKey(sodium, accountRoot);
  accountRoot.fill(0);
  const key = openWrap(() => unwrapKey(sodium, wrapping, left.wrapReplica, replicaPurpose(sub)));
  wrapping.fill(0);
  return key;
}

/** Sealed anew under this replica's key before they go from there: a crash between leaves them in both. */
async function takeRefused(
  ports: ClientPorts,
  { replica }: Unlocked,
  { replicaName }: LeftReplica,
  key: Uint8Array,
): Promise<void> {
  const store = ports.openStore(replicaName, {});
  const before = createRowSealer(await ports.loadSodium(), key, ports.random);
  try {
    const rows = await store.read(() => allRows('attention'));
    const anew = rows.map((row) => {
      const content = before.open('attention', row.k, row.v ?? 1, row.z);
      return { ...row, v: 1, z: replica.sealer.seal('attention', row.k, 1, content) };
    });
    await replica.store.tx('strict', function* () {
      yield* assertUnlocked(replica);
      yield [{ op: 'put', table: 'attention', rows: anew }];
    });
    await store.tx('strict', function* () {
      yield [{ op: 'delete', table: 'attention', keys: rows.map((row) => row.k) }];
    });
  } finally {
    before.forget();
    store.close();
  }
}
