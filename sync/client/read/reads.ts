import { recordKey, type Json } from '../../core/record.ts';
import type { RangeQuery, SeenRecord } from '../api.ts';
import { forgetNamed, noteBroken } from '../replica/broken-records.ts';
import {
  assertUnlocked,
  entryOf,
  isAside,
  rowToRecord,
  SealErrorRow,
  seenFromAbove,
  type Replica,
} from '../replica/replica.ts';
import { noteScope } from './scope-hints.ts';
import { seenByKey, seenByRange, type SeenRow } from './seen-rows.ts';
import { together } from '../replica/together.ts';

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
  const rows = await replica.store.read(function* () {
    const range = {
      from: entryOf(query.collection, query.index, query.from),
      to: entryOf(query.collection, query.index, query.to),
      ...(query.limit === undefined ? {} : { limit: query.limit }),
      ...(query.reverse === undefined ? {} : { reverse: query.reverse }),
    };
    const [, found] = yield* together(assertUnlocked(replica), seenByRange(range));
    return found;
  });
  return openSeen<Body>(replica, rows);
}

/** Opens rows; one that does not open is left out and reported. */
export function openSeen<Body>(replica: Replica, rows: readonly SeenRow[]): readonly SeenRecord<Body>[] {
  return rows.flatMap(({ table, row }) => {
    if (isAside(row) || replica.lease?.closes(row.s ?? '', seenFromAbove(row))) return [];
    try {
      const record = rowToRecord(replica, table, row) as unknown as SeenRecord<Body>;
      noteScope(replica, row.k, record.scope);
      forgetNamed(replica, row.k);
      return [{ ...record, pending: table === 'overlay' }];
    } catch (error) {
      replica.onDamaged?.(row.k, new SealErrorRow(row.k, { cause: error }));
      noteBroken(replica, row.k);
      return [];
    }
  });
}
