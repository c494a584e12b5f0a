import type { Body, ReplicaRow } from '../../ports.ts';
import { putMeta, readMeta, type Meta } from './meta.ts';
import { pendingRows, rebase } from '../write/rebase.ts';
import { changedBetween, registryStamp } from './registry-stamp.ts';
import { assertUnlocked, entriesOf, isOfTomorrow, rowsWithHome, rowToRecord, type Replica } from './replica.ts';
import { type BaseMeta, baseMetaOf, isParked } from './row-meta.ts';

/** Rows indexed in one transaction: a few milliseconds of opening. */
const pageRows = 500;

/**
 * [EV-2] Makes the replica one of this build: from the first transaction on no tab of another build writes; then what it
 * holds is indexed anew, collection by collection, and [EV-1] what an older build could only park is read. A build that
 * dies on the way is followed by one that goes on. Costs one read where nothing has changed.
 */
export async function claimReplica(replica: Replica): Promise<void> {
  const { store } = replica;
  const [lock] = await store.read(() => readMeta('lock'));
  if (isClaimed(replica, lock)) return;
  const todo = await store.tx('strict', () => claim(replica));
  const parked = new Set<string>();
  for (const collection of todo) {
    let after: string | null = `${collection}|`;
    while (after !== null) {
      const from: string = after;
      after = await store.tx('relaxed', () => reindexPage(replica, { collection, from, parked }));
    }
  }
  await store.tx('strict', () => finish(replica, todo, parked));
}

function isClaimed(replica: Replica, lock: Meta<'lock'> | null): boolean {
  return lock?.registry === registryStamp(replica.registry) && (lock.reindex ?? []).length === 0;
}

function* claim(replica: Replica): Body<readonly string[]> {
  const [lock] = yield* readMeta('lock');
  const registry = registryStamp(replica.registry);
  // A replica that does not say what it is indexed for holds nothing, or is of before this was kept: all of it is looked at.
  const changed = changedBetween(lock?.registry ?? '', registry);
  const reindex = [...new Set([...changed, ...(lock?.reindex ?? [])])];
  const [any] = yield [{ op: 'range', table: 'base', by: 'k', from: '', to: '~', limit: 1 }];
  // What comes from here on is sealed with its home: in an empty replica there is nothing to seal anew. [BR-5]
  const rows = (any ?? []).length === 0 ? { rows: rowsWithHome } : {};
  yield [putMeta('lock', { ...lock, ...rows, epoch: lock?.epoch ?? 0, registry, reindex })];
  return reindex;
}

interface Reindexing {
  readonly collection: string;
  readonly from: string;
  /** Gets the collection's name where something of it stays parked. */
  readonly parked: Set<string>;
}

/** One page; answers where the next one begins, or null. */
function* reindexPage(replica: Replica, { collection, from, parked }: Reindexing): Body<string | null> {
  yield* assertUnlocked(replica);
  const [rows] = yield [{ op: 'range', table: 'base', by: 'k', from, to: `${collection}}`, limit: pageRows }];
  const held = (rows ?? []).filter((row) => row !== undefined);
  const changed = held.flatMap((row) => reindexed(replica, row) ?? []);
  if (changed.some(isParked)) parked.add(collection);
  if (changed.length > 0) yield [{ op: 'put', table: 'base', rows: changed }];
  const last = held.at(-1);
  return last && held.length === pageRows ? `${last.k}\0` : null;
}

/** The row with the entries that this build gives it. A row that does not open stays as it is: its sum will miss it. */
function reindexed(replica: Replica, row: ReplicaRow): ReplicaRow | null {
  try {
    const record = rowToRecord(replica, 'base', row);
    const { parked: _parked, broken, ...rest } = baseMetaOf(row) ?? { g: 0 };
    if (broken) return null;
    const m: BaseMeta = isOfTomorrow(replica.registry, record) ? { ...rest, parked: true } : rest;
    return { ...row, x: entriesOf(replica.registry, record), m };
  } catch (error) {
    replica.onDamaged?.(row.k, error instanceof Error ? error : new Error('unknown'));
    return null;
  }
}

function* finish(replica: Replica, done: readonly string[], parked: ReadonlySet<string>): Body<void> {
  yield* assertUnlocked(replica);
  const [lock, client, cursor, before] = yield* readMeta('lock', 'client', 'cursor', 'parked');
  const still = new Set([...(before ?? []).filter((name) => !done.includes(name)), ...parked]);
  const { reindex: _done, ...kept } = lock ?? { epoch: 0 };
  yield [putMeta('lock', { ...kept, registry: registryStamp(replica.registry) }), putMeta('parked', [...still])];
  // What no pull has brought yet was laid over the older form.
  const pending = yield* pendingRows(cursor?.confirmed ?? 0);
  yield* rebase(replica, pending, {
    clientId: client?.clientId ?? '',
    complete: cursor?.complete ?? false,
    onProblem: () => undefined,
  });
}
