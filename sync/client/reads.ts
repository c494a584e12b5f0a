import type { StoreChange } from '../ports.ts';
import { recordKey, type Json } from '../core/record.ts';
import type { RangeQuery, SeenRecord } from './api.ts';
import { assertUnlocked, entryOf, rowToRecord, SealErrorRow, type Replica } from './replica.ts';
import { seenByKey, seenByRange, type SeenRow } from './seen-rows.ts';

/** One record as the person sees it. */
export async function getSeen<Body = Json>(
  replica: Replica,
  collection: string,
  id: string,
): Promise<SeenRecord<Body> | undefined> {
  const seen = await replica.store.read(function* () {
    yield* assertUnlocked(replica);
    const [row] = yield* seenByKey([recordKey(collection, id)]);
    return row;
  });
  return seen ? (openSeen<Body>(replica, [seen])[0] ?? undefined) : undefined;
}

/** Records by index, in key order. A row that does not open is left out and reported, never shown as empty. */
export async function rangeSeen<Body = Json>(
  replica: Replica,
  query: RangeQuery,
): Promise<readonly SeenRecord<Body>[]> {
  const rows = await replica.store.read(function* () {
    yield* assertUnlocked(replica);
    return yield* seenByRange({
      from: entryOf(query.collection, query.index, query.from),
      to: entryOf(query.collection, query.index, query.to),
      ...(query.limit === undefined ? {} : { limit: query.limit }),
      ...(query.reverse === undefined ? {} : { reverse: query.reverse }),
    });
  });
  return openSeen<Body>(replica, rows);
}

function openSeen<Body>(replica: Replica, rows: readonly SeenRow[]): readonly SeenRecord<Body>[] {
  return rows.flatMap(({ table, row }) => {
    try {
      const record = rowToRecord(replica, table, row) as unknown as SeenRecord<Body>;
      return [{ ...record, pending: table === 'overlay' }];
    } catch (error) {
      replica.onDamaged?.(row.k, new SealErrorRow(row.k, { cause: error }));
      return [];
    }
  });
}

/**
 * Runs a read now and after each commit that may concern it, newest answer last: a slower older read never overwrites
 * a newer one.
 */
export function watchRead<T>(options: {
  readonly replica: Replica;
  readonly concerns: (change: StoreChange) => boolean;
  readonly read: () => Promise<T>;
  readonly onValue: (value: T) => void;
  readonly onError: (error: unknown) => void;
}): () => void {
  let stopped = false;
  let running = false;
  let again = false;
  const refresh = (): void => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    again = false;
    options
      .read()
      .then((value) => {
        if (!stopped) options.onValue(value);
      })
      .catch((error: unknown) => {
        if (!stopped) options.onError(error);
      })
      .finally(() => {
        running = false;
        if (again && !stopped) refresh();
      });
  };
  const stop = options.replica.store.watch((change) => {
    if (options.concerns(change)) refresh();
  });
  refresh();
  return () => {
    stopped = true;
    stop();
  };
}

/** Whether a commit may have changed this record. */
export function concernsKey(collection: string, id: string): (change: StoreChange) => boolean {
  const key = recordKey(collection, id);
  return (change) => change.collections.has(collection) && (change.keys === null || change.keys.has(key));
}
