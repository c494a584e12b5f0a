import * as v from 'valibot';
import type { Body, Random, ReplicaRow, ReplicaStore } from '../ports.ts';
import type { Registry } from '../core/run-mutation.ts';
import type { Actor } from '../core/mutation.ts';
import { indexEntries } from '../collections/define.ts';
import { recordKey, type Json, type StoredRecord } from '../core/record.ts';
import type { RowSealer } from './row-sealer.ts';
import type { Sodium } from './sodium.ts';

/** An opened replica: the store, the keys in memory, and whose it is. Gone from memory at lock. */
export interface Replica {
  readonly store: ReplicaStore;
  readonly registry: Registry;
  readonly sodium: Sodium;
  /** Nonces and new ids. */
  readonly random: Random;
  readonly sealer: RowSealer;
  readonly actor: Actor;
  /** Outbox keys by id; rows sealed under an older one can still be read here. */
  readonly depositKeys: ReadonlyMap<string, Uint8Array>;
  readonly depositKeyId: string;
  /** The lock epoch at unlock: a transaction that finds a higher one is of a locked tab. */
  readonly lockEpoch: number;
  /** Set when this tab's keys go: a write that is still queued then must not seal with what is left of them. */
  readonly gate: { closed: boolean };
  /** Told of a row that does not open: it is shown as missing data, never as an empty record. */
  readonly onDamaged?: (key: string, error: Error) => void;
}

/** A row of the replica that does not open. */
export class SealErrorRow extends Error {
  override readonly name = 'SealErrorRow';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super('a row does not open', options);
    this.key = key;
  }
}

/** The tab was locked since: keys must go, nothing was written. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

const sealedRecord = v.object({
  k: v.string(),
  h: v.number(),
  b: v.unknown(),
  t: v.record(v.string(), v.string()),
});

/** Index entries as they lie on the device: `collection|index|key`. */
export function entryOf(collection: string, index: string, key: string): string {
  return `${collection}|${index}|${key}`;
}

/** What a base row says in the clear beside ids: the sync generation it came with. */
export interface BaseMeta {
  readonly g: number;
}

/** What an overlay row says in the clear: which pending mutations it hangs on. */
export interface OverlayMeta {
  /** Id and uid of the last pending mutation that wrote the record. */
  readonly id: number;
  readonly uid: string;
  /** Id of the first pending mutation that wrote it: before that one it stands as in the base. */
  readonly first: number;
  /** Highest id of a pending mutation that loaded it. */
  readonly loaded: number;
}

/** Seals a record into a row of `base` or `overlay`. */
export function recordToRow(
  replica: Pick<Replica, 'registry' | 'sealer'>,
  table: 'base' | 'overlay',
  record: StoredRecord,
  meta: BaseMeta | OverlayMeta,
): ReplicaRow {
  const key = recordKey(record.collection, record.id);
  const collection = replica.registry.collections.get(record.collection);
  const entries = collection ? indexEntries(collection, record) : [];
  return {
    k: key,
    x: entries.map(([index, indexKey]) => entryOf(record.collection, index, indexKey)),
    s: record.scope,
    v: record.version,
    z: replica.sealer.seal(table, key, record.version, {
      k: record.cls,
      h: record.shape,
      b: record.body,
      t: record.stamps,
    }),
    m: meta,
  };
}

/** Opens a row of `base` or `overlay`; lifts an older shape. Throws SealError where it does not open. */
export function rowToRecord(
  replica: Pick<Replica, 'registry' | 'sealer'>,
  table: 'base' | 'overlay',
  row: ReplicaRow,
): StoredRecord {
  const separator = row.k.indexOf('|');
  const collectionName = row.k.slice(0, separator);
  const sealed = v.parse(sealedRecord, replica.sealer.open(table, row.k, row.v ?? 0, row.z));
  const collection = replica.registry.collections.get(collectionName);
  let body = sealed.b as Json;
  let shape = sealed.h;
  const wanted = collection?.shape ?? shape;
  while (shape < wanted) {
    const lift = collection?.upcast?.[shape];
    if (!lift) break;
    body = lift(body);
    shape += 1;
  }
  return {
    collection: collectionName,
    id: row.k.slice(separator + 1),
    scope: row.s ?? '',
    cls: sealed.k,
    version: row.v ?? 0,
    shape,
    body,
    stamps: sealed.t,
  };
}

/** Insists, inside a transaction, that the tab has not been locked since it got its keys. */
export function* assertUnlocked(replica: Replica): Body<void> {
  const [rows] = yield [{ op: 'get', table: 'meta', keys: ['lock'] }];
  const lock = rows?.[0]?.m as { epoch?: number } | undefined;
  assertOpen(replica, lock?.epoch ?? 0);
}

/** The same for a body that has read the lock epoch itself. */
export function assertOpen(replica: Replica, lockEpoch: number): void {
  if (replica.gate.closed || lockEpoch !== replica.lockEpoch) throw new LockedError('locked since');
}
