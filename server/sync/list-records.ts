import type { StoredRecord } from '../../sync/core/record.ts';
import type { Plan } from '../store/port.ts';
import { scopesToRead } from './audience.ts';
import { readEntries, readRecord, type ReaderContext, type ReadingSteps } from './read-records.ts';

/** A record's place in a list, known without opening it. */
export interface Place {
  readonly id: string;
  /** What it is sorted by: the part of its index key after the scope. */
  readonly key: string;
}

export interface ListQuery {
  readonly collection: string;
  /** An index whose keys are scope and what is sorted by. */
  readonly index: string;
  /** The keys that are asked for within a scope. */
  readonly rangeOf: (scope: string) => { readonly from: string; readonly to: string };
  /** Absent: every chart in which the caller has a role. */
  readonly scope?: string | undefined;
}

/** [AV-2] All places that the caller reads, last key first, by the index alone. */
export function* findPlaces(context: ReaderContext, query: ListQuery, steps: ReadingSteps): Plan<readonly Place[]> {
  const { collection, index, rangeOf, scope: only } = query;
  const scopes = only === undefined ? yield* scopesToRead(context, collection, 'chart:') : [only];
  const found: Place[] = [];
  for (const scope of scopes) {
    const entries = yield* readEntries(context, scope, { collection, index, ...rangeOf(scope) });
    for (const { id, key } of entries) found.push({ id, key: key.slice(key.lastIndexOf('|') + 1) });
    yield* steps.step(1 + entries.length);
  }
  return lastFirst(found);
}

export function lastFirst(places: readonly Place[]): readonly Place[] {
  return places.toSorted((one, other) => (one.key < other.key ? 1 : -1));
}

export interface PageQuery<Item> {
  readonly collection: string;
  readonly skip: number;
  readonly limit: number;
  /** What a record becomes in the answer. */
  readonly toItem: (record: StoredRecord) => Plan<Item>;
  /** A question about content: then all are opened, for nothing else can say how many fit. */
  readonly fits?: ((item: Item) => boolean) | undefined;
  /** How much work an item was, in steps; default: one. */
  readonly weigh?: (item: Item) => number;
}

/** [AV-2] One page of a list and how many there are. Only what is on the page is opened, unless content is asked about. */
export function* listRecords<Item>(
  context: ReaderContext,
  places: readonly Place[],
  query: PageQuery<Item>,
  steps: ReadingSteps,
): Plan<{ readonly items: readonly Item[]; readonly total: number }> {
  const { collection, skip, limit, toItem, fits, weigh = () => 1 } = query;
  const ofPage = <T>(all: readonly T[]): readonly T[] => all.slice(skip, skip + limit);
  const items: Item[] = [];
  for (const { id } of fits ? places : ofPage(places)) {
    const record = yield* readRecord(context, collection, id);
    if (!record) continue;
    const item = yield* toItem(record);
    if (!fits || fits(item)) items.push(item);
    yield* steps.step(weigh(item));
  }
  return fits ? { items: ofPage(items), total: items.length } : { items, total: places.length };
}
