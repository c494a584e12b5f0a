import * as v from 'valibot';
import type { Body, Random, ReplicaRow, ReplicaStore } from '../../ports.ts';
import type { Registry } from '../../core/run-mutation.ts';
import type { Actor } from '../../core/mutation.ts';
import { indexEntries } from '../../core/define.ts';
import { recordKey, type Json, type StoredRecord } from '../../core/record.ts';
import { parseMeta, type Meta } from './meta.ts';
import { noteRecord, recordOf } from './opened-records.ts';
import { registryStamp } from './registry-stamp.ts';
import { SealError, type RowHome, type RowSealer } from './row-sealer.ts';
import type { Sodium } from '../../core/sodium.ts';
import { type BaseMeta, type OverlayMeta, classOf, isBroken } from './row-meta.ts';

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
  /** What may be shown; an engine that shows nothing has none. */
  readonly lease?: { closes(scope: string, above: string | undefined): boolean };
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
  override readonly name: string = 'LockedError';
}

/** What lies sealed in a record's row: class, shape, body and stamps. */
export const sealedRecord = v.object({
  k: v.string(),
  h: v.number(),
  /** What was sealed was JSON, and the seal holds. */
  b: v.custom<Json>((value) => value !== undefined),
  t: v.record(v.string(), v.string()),
});

/** Index entries as they lie on the device: `collection|index|key`. */
export function entryOf(collection: string, index: string, key: string): string {
  return `${collection}|${index}|${key}`;
}

/** Seals a record into a row of `base` or `overlay`. */
export function recordToRow(
  replica: Pick<Replica, 'registry' | 'sealer'>,
  table: 'base' | 'overlay',
  record: StoredRecord,
  meta: BaseMeta | OverlayMeta,
): ReplicaRow {
  const key = recordKey(record.collection, record.id);
  // What is kept aside stands in no index: what makes the keys may stumble over it.
  const isBroken = 'broken' in meta && meta.broken === true;
  return {
    k: key,
    x: isBroken ? [] : entriesOf(replica.registry, record),
    s: record.scope,
    v: record.version,
    z: replica.sealer.seal(
      table,
      key,
      record.version,
      { k: record.cls, h: record.shape, b: record.body, t: record.stamps },
      record,
    ),
    m: { ...meta, c: record.cls },
  };
}

/** The index entries of a record, as they lie on the device. None where this build does not know its form. */
export function entriesOf(registry: Registry, record: StoredRecord): readonly string[] {
  const collection = registry.collections.get(record.collection);
  if (!collection || record.shape > collection.shape) return [];
  return indexEntries(collection, record).map(([index, key]) => entryOf(record.collection, index, key));
}

/** Whether a newer server wrote this in a form that this build does not know. */
export function isOfTomorrow(registry: Registry, record: Pick<StoredRecord, 'collection' | 'shape'>): boolean {
  const collection = registry.collections.get(record.collection);
  return !collection || record.shape > collection.shape;
}

function homeOf(row: ReplicaRow): RowHome | undefined {
  const cls = classOf(row);
  return cls === undefined ? undefined : { scope: row.s ?? '', cls };
}

/**
 * Opens a row of `base` or `overlay`; lifts an older shape. Throws SealError where it does not open, and where its body
 * is none: builds before [BR-1] laid down whatever came.
 */
export function rowToRecord(
  replica: Pick<Replica, 'registry' | 'sealer'>,
  table: 'base' | 'overlay',
  row: ReplicaRow,
): StoredRecord {
  const separator = row.k.indexOf('|');
  const collectionName = row.k.slice(0, separator);
  const opened = replica.sealer.open(table, row.k, row.v ?? 0, row.z, homeOf(row));
  const isWhole = !isBroken(row);
  const known = isWhole ? recordOf(replica.registry, opened, row.s ?? '') : undefined;
  if (known) return known;
  const sealed = v.parse(sealedRecord, opened);
  const collection = replica.registry.collections.get(collectionName);
  let body = sealed.b;
  let shape = sealed.h;
  const wanted = collection?.shape ?? shape;
  while (shape < wanted) {
    const lift = collection?.upcast?.[shape];
    if (!lift) break;
    body = lift(body);
    shape += 1;
  }
  if (collection && shape === wanted && isWhole && !v.is(collection.body, body)) throw new SealError('no body');
  const record: StoredRecord = {
    collection: collectionName,
    id: row.k.slice(separator + 1),
    scope: row.s ?? '',
    cls: sealed.k,
    version: row.v ?? 0,
    shape,
    body,
    stamps: sealed.t,
  };
  if (isWhole) noteRecord(replica.registry, opened, record);
  return record;
}

/** [EV-2] A tab of another build has taken the replica over and indexed it for itself. */
export class OutdatedError extends LockedError {
  override readonly name = 'OutdatedError';
}

/** What `rows` of the `lock` row says once every record's row is sealed with its scope and class. */
export const rowsWithHome = 2;

/** [LK-1] Insists, inside a transaction, that the tab has not been locked since it got its keys. */
export function* assertUnlocked(replica: Replica): Body<void> {
  const [rows] = yield [{ op: 'get', table: 'meta', keys: ['lock'] }];
  assertOpen(replica, parseMeta('lock', rows?.[0]));
}

/** The same for a body that has read the `lock` row itself. */
export function assertOpen(replica: Replica, lock: Meta<'lock'> | null | undefined): void {
  if (replica.gate.closed || (lock?.epoch ?? 0) !== replica.lockEpoch) throw new LockedError('locked since');
  const isOurs = lock?.registry === undefined || lock.registry === registryStamp(replica.registry);
  if (!isOurs) throw new OutdatedError('taken over by another build');
  // Read in every transaction anyway: each tab and worker hears of it here.
  if (lock?.rows === rowsWithHome) replica.sealer.endOldRule();
}
