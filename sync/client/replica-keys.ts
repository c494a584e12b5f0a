import * as v from 'valibot';
import type { Random, ReplicaStore } from '../ports.ts';
import { fromBase64Url, toBase64Url } from '../core/base64url.ts';
import { newId } from '../core/new-id.ts';
import { putMeta, readMeta } from './meta.ts';
import { createRowSealer, type RowSealer } from './row-sealer.ts';
import type { Sodium } from './sodium.ts';

/** Secrets that lie sealed in the replica itself: who holds the replica key holds them. */
const keyRing = v.object({
  /** Account root key. */
  root: v.string(),
  /** Outbox keys by id; older ones still open rows that were sealed under them. */
  deposit: v.record(v.string(), v.string()),
  depositId: v.string(),
  /** What the person signs in with: for a sign-in without asking again after an offline unlock. */
  email: v.nullable(v.string()),
});
export type KeyRing = v.InferOutput<typeof keyRing>;

const ringKey = 'keys';

/** What an opened replica's keys are. */
export interface OpenedKeys {
  readonly sealer: RowSealer;
  readonly ring: KeyRing;
  readonly depositKeys: ReadonlyMap<string, Uint8Array>;
  readonly lockEpoch: number;
}

/** Opens the key ring of a replica, or makes it (and the device's client id) where the replica is new. */
export async function openKeys(
  store: ReplicaStore,
  options: {
    readonly sodium: Sodium;
    readonly random: Random;
    readonly replicaKey: Uint8Array;
    readonly accountRoot: Uint8Array | null;
    readonly email: string | null;
  },
): Promise<OpenedKeys> {
  const sealer = createRowSealer(options.sodium, options.replicaKey, options.random);
  const opened = await store.tx('strict', function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [ringKey] }];
    const [client, lock] = yield* readMeta('client', 'lock');
    const kept = rows?.[0] ? v.parse(keyRing, sealer.open('meta', ringKey, 1, rows[0].z)) : null;
    const ring = mergeRing(kept, options);
    // Mostly nothing has changed, and an opening costs no stable write.
    if (JSON.stringify(ring) !== JSON.stringify(kept))
      yield [{ op: 'put', table: 'meta', rows: [{ k: ringKey, z: sealer.seal('meta', ringKey, 1, ring) }] }];
    if (!client) yield [putMeta('client', { clientId: newId(options.random), lastId: 0 })];
    return { ring, lockEpoch: lock?.epoch ?? 0 };
  });
  const depositKeys = new Map(Object.entries(opened.ring.deposit).map(([id, key]) => [id, fromBase64Url(key)]));
  return { sealer, ...opened, depositKeys };
}

function mergeRing(
  kept: KeyRing | null,
  options: {
    readonly sodium: Sodium;
    readonly random: Random;
    readonly accountRoot: Uint8Array | null;
    readonly email: string | null;
  },
): KeyRing {
  const root = options.accountRoot ? toBase64Url(options.accountRoot) : kept?.root;
  if (root === undefined) throw new Error('a new replica needs the account root');
  if (kept) return { ...kept, root, email: options.email ?? kept.email };
  const depositId = newId(options.random);
  const deposit = { [depositId]: toBase64Url(options.sodium.randombytes_buf(32)) };
  return { root, deposit, depositId, email: options.email };
}

/** Raises the stored lock epoch: every tab's next transaction finds that it is locked. */
export async function raiseLock(store: ReplicaStore): Promise<void> {
  await store.tx('strict', function* () {
    const [lock] = yield* readMeta('lock');
    yield [putMeta('lock', { ...lock, epoch: (lock?.epoch ?? 0) + 1 })];
  });
}
