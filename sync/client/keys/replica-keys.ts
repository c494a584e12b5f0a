import * as v from 'valibot';
import type { Body, Random, ReplicaStore } from '../../ports.ts';
import { fromBase64Url, toBase64Url } from '../../core/base64url.ts';
import { newId } from '../../core/new-id.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { assertUnlocked, LockedError, type Replica } from '../replica/replica.ts';
import { createRowSealer, type RowSealer } from '../replica/row-sealer.ts';
import type { Sodium } from '../../core/sodium.ts';

/** How the secrets lie sealed in the replica itself: who holds the replica key holds them. Keys in base64url. */
const ringRow = v.object({
  /** Account root key. */
  root: v.string(),
  /** Outbox keys by id; older ones still open rows that were sealed under them. */
  deposit: v.record(v.string(), v.string()),
  depositId: v.string(),
  /** What the person signs in with. */
  email: v.nullable(v.string()),
  /** Seed of this device's own Ed25519 key; rings of before have none. */
  sign: v.optional(v.string()),
});
type RingRow = v.InferOutput<typeof ringRow>;

/** The same in memory: keys are bytes, so that whoever holds them can overwrite them. [LK-7] */
export interface KeyRing {
  readonly root: Uint8Array;
  readonly deposit: ReadonlyMap<string, Uint8Array>;
  readonly depositId: string;
  readonly email: string | null;
  /** This device's own Ed25519 key. */
  readonly sign: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array };
}

/** Overwrites every key of the ring. */
export function forgetRing(ring: KeyRing): void {
  ring.root.fill(0);
  ring.sign.privateKey.fill(0);
  for (const key of ring.deposit.values()) key.fill(0);
}

const ringKey = 'keys';
const tagLength = 8;

/** What an opened replica's keys are. */
export interface OpenedKeys {
  readonly sealer: RowSealer;
  readonly ring: KeyRing;
  readonly lockEpoch: number;
  /** By which this device's versions of a text are told apart: the same at every opening of this replica. [CF-3] */
  readonly tag: string;
}

/** Opens the key ring of a replica, or makes it (and the device's client id and tag) where the replica is new. */
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
    const [client, lock, keptTag] = yield* readMeta('client', 'lock', 'tag');
    const kept = rows?.[0] ? v.parse(ringRow, sealer.open('meta', ringKey, 1, rows[0].z)) : null;
    const ring = mergeRing(kept, options);
    // Mostly nothing has changed, and an opening costs no stable write.
    if (JSON.stringify(ring) !== JSON.stringify(kept))
      yield [{ op: 'put', table: 'meta', rows: [{ k: ringKey, z: sealer.seal('meta', ringKey, 1, ring) }] }];
    if (!client) yield [putMeta('client', { clientId: newId(options.random), lastId: 0 })];
    const tag = keptTag ?? newId(options.random).slice(0, tagLength);
    if (keptTag === null) yield [putMeta('tag', tag)];
    return { ring, tag, lockEpoch: lock?.epoch ?? 0 };
  });
  return { sealer, lockEpoch: opened.lockEpoch, tag: opened.tag, ring: toRing(options.sodium, opened.ring) };
}

/**
 * [LK-6, RS-1] A device key that the server has ended is used no more: who has a copy of it must not come back with it. False
 * where a lock came first.
 */
export async function changeSignKey(replica: Replica, ring: KeyRing): Promise<boolean> {
  const seed = newKey(replica.sodium);
  try {
    await putSignKey(replica, seed);
  } catch (error) {
    if (error instanceof LockedError) return false;
    throw error;
  }
  if (!replica.gate.closed) takeSignKey(replica, ring, seed);
  return !replica.gate.closed;
}

function putSignKey(replica: Replica, seed: string): Promise<void> {
  return replica.store.tx('strict', function* () {
    yield* assertUnlocked(replica);
    const kept = yield* readRing(replica);
    const z = replica.sealer.seal('meta', ringKey, 1, { ...kept, sign: seed });
    yield [{ op: 'put', table: 'meta', rows: [{ k: ringKey, z }] }];
  });
}

/**
 * [RC-4] Signed in again over an open replica: the account's root or its e-mail may be others now. Null where a lock came first.
 */
export async function changeIdentity(
  replica: Replica,
  ring: KeyRing,
  now: { readonly root: Uint8Array; readonly email: string | null },
): Promise<KeyRing | null> {
  const root = toBase64Url(now.root);
  const email = now.email ?? ring.email;
  if (root === toBase64Url(ring.root) && email === ring.email) return ring;
  try {
    await replica.store.tx('strict', function* () {
      yield* assertUnlocked(replica);
      const kept = yield* readRing(replica);
      const z = replica.sealer.seal('meta', ringKey, 1, { ...kept, root, email });
      yield [{ op: 'put', table: 'meta', rows: [{ k: ringKey, z }] }];
    });
  } catch (error) {
    if (error instanceof LockedError) return null;
    throw error;
  }
  if (replica.gate.closed) return null;
  ring.root.set(now.root);
  return { ...ring, email };
}

/** Another tab has changed it. */
export async function rereadSignKey(replica: Replica, ring: KeyRing): Promise<void> {
  const kept = await replica.store.tx('relaxed', function* () {
    yield* assertUnlocked(replica);
    return yield* readRing(replica);
  });
  if (!replica.gate.closed) takeSignKey(replica, ring, kept.sign ?? '');
}

function* readRing({ sealer }: Replica): Body<RingRow> {
  const [rows] = yield [{ op: 'get', table: 'meta', keys: [ringKey] }];
  return v.parse(ringRow, sealer.open('meta', ringKey, 1, rows?.[0]?.z));
}

/** In place: whatever signs by this ring signs by the new key from here on. */
function takeSignKey({ sodium }: Replica, ring: KeyRing, sign: string): void {
  const seed = fromBase64Url(sign);
  const { publicKey, privateKey } = sodium.crypto_sign_seed_keypair(seed);
  seed.fill(0);
  ring.sign.publicKey.set(publicKey);
  ring.sign.privateKey.set(privateKey);
  privateKey.fill(0);
}

function toRing(sodium: Sodium, row: RingRow): KeyRing {
  const seed = fromBase64Url(row.sign ?? '');
  const { publicKey, privateKey } = sodium.crypto_sign_seed_keypair(seed);
  seed.fill(0);
  return {
    root: fromBase64Url(row.root),
    deposit: new Map(Object.entries(row.deposit).map(([id, key]) => [id, fromBase64Url(key)])),
    depositId: row.depositId,
    email: row.email,
    sign: { publicKey, privateKey },
  };
}

function mergeRing(
  kept: RingRow | null,
  options: {
    readonly sodium: Sodium;
    readonly random: Random;
    readonly accountRoot: Uint8Array | null;
    readonly email: string | null;
  },
): RingRow {
  const sign = kept?.sign ?? newKey(options.sodium);
  const root = options.accountRoot ? toBase64Url(options.accountRoot) : kept?.root;
  if (root === undefined) throw new Error('a new replica needs the account root');
  if (kept) return { ...kept, root, sign, email: options.email ?? kept.email };
  const depositId = newId(options.random);
  const deposit = { [depositId]: newKey(options.sodium) };
  return { root, deposit, depositId, sign, email: options.email };
}

function newKey(sodium: Sodium): string {
  const bytes = sodium.randombytes_buf(32);
  const text = toBase64Url(bytes);
  bytes.fill(0);
  return text;
}

/** Raises the stored lock epoch: every tab's next transaction finds that it is locked. */
export async function raiseLock(store: ReplicaStore): Promise<void> {
  await store.tx('strict', function* () {
    const [lock] = yield* readMeta('lock');
    yield [putMeta('lock', { ...lock, epoch: (lock?.epoch ?? 0) + 1 })];
  });
}
