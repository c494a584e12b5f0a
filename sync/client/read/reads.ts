import { recordKey, type Json } from '../../core/record.ts';
import type { RangeQuery, SeenRecord } from '../api.ts';
import { forgetNamed, noteBroken } from '../replica/broken-records.ts';
import { assertUnlocked, entryOf, rowToRecord, SealErrorRow, type Replica } from '../replica/replica.ts';
import { noteScope } from './scope-hints.ts';
import { seenByKey, seenByRange, type EntryRange, type SeenRow } from './seen-rows.ts';
import { together } from '../replica/together.ts';
import { isAside, seenFromAbove } from '../replica/row-meta.ts';

/** One record as the person sees it. */
export async function getSeen<Body = Json>(
  replica: Replica,
  collection: string,
  id: string,
): Promise<SeenRecord<Body> | undefined> {
  const seen = await readSeen(replica, recordKey(collection, id));
  return seen ? openSeen<Body>(replica, [seen])[0] : undefined;
}

/** The row of one record as the person sees it, still sealed. */
export function readSeen(replica: Replica, key: string): Promise<SeenRow | undefined> {
  return replica.store.read(function* () {
    const [, [row]] = yield* together(assertUnlocked(replica), seenByKey([key]));
    return row;
  });
}

/** Records by index, in key order. A row that does not open is left out and reported, never shown as empty. */
export async function rangeSeen<Body = Json>(
  replica: Replica,
  query: RangeQuery,
): Promise<readonly SeenRecord<Body>[]> {
  return openSeen<Body>(replica, await readRange(replica, rangeOf(query)));
}

/** The rows of a range as the person sees them, in key order, still sealed. */
export function readRange(replica: Replica, range: EntryRange): Promise<readonly SeenRow[]> {
  return replica.store.read(function* () {
    const [, found] = yield* together(assertUnlocked(replica), seenByRange(range));
    return found;
  });
}

/** The rows of some records as the person sees them, by key, still sealed. */
export function readKeys(replica: Replica, keys: readonly string[]): Promise<ReadonlyMap<string, SeenRow | undefined>> {
  return replica.store.read(function* () {
    const [, found] = yield* together(assertUnlocked(replica), seenByKey(keys));
    return new Map(keys.map((key, index) => [key, found[index]]));
  });
}

/** A query as a range of index entries. */
export function rangeOf({ collection, index, from, to, limit, reverse }: RangeQuery): EntryRange {
  return {
    from: entryOf(collection, index, from),
    to: entryOf(collection, index, to),
    ...(limit === undefined ? {} : { limit }),
    ...(reverse === undefined ? {} : { reverse }),
  };
}

/** Opens rows; one that does not open is left out and reported. */
export function openSeen<Body>(replica: Replica, rows: readonly SeenRow[]): readonly SeenRecord<Body>[] {
  return rows.flatMap((seen) => (isShown(replica, seen) ? (openRow<Body>(replica, seen) ?? []) : []));
}

/** Whether a row may be shown at all: it is not kept aside, and the lease lasts. */
export function isShown(replica: Replica, { row }: SeenRow): boolean {
  return !isAside(row) && replica.lease?.closes(row.s ?? '', seenFromAbove(row)) !== true;
}

/** Opens one row; null where it does not open, which is reported. */
export function openRow<Body>(replica: Replica, { table, row }: SeenRow): SeenRecord<Body> | null {
  try {
    const record = rowToRecord(replica, table, row) as unknown as SeenRecord<Body>;
    noteScope(replica, row.k, record.scope);
    forgetNamed(replica, row.k);
    return { ...record, pending: table === 'overlay' };
  } catch (error) {
    replica.onDamaged?.(row.k, new SealErrorRow(row.k, { cause: error }));
    noteBroken(replica, row.k);
    return null;
  }
}
