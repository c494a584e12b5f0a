import type { LeaseState, SeenRecord, SessionState } from '../../sync/client/api.ts';
import { blankStatus } from '../../sync/client/status/status-board.ts';
import { registry } from '../../sync/collections/index.ts';
import type { OrchidClient } from '../lib/model.ts';

interface HeldRow {
  readonly collection: string;
  readonly record: SeenRecord;
}

interface RangeAsked {
  readonly collection: string;
  readonly index: string;
  readonly from: string;
  readonly to: string;
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** A question that a screen keeps open, and how it is answered once more. */
interface Watch {
  readonly what: string;
  readonly answer: () => void;
}

/** A device as screens see it: a list of records, found by the indexes that ship, answering at once or when the test says so. */
export class ScreenClient {
  readonly sub: string;
  /** Every question that is open, and every one that ever was. */
  readonly open = new Set<Watch>();
  readonly asked: string[] = [];
  readonly changes: { readonly name: string; readonly args: unknown }[] = [];
  /** Answers wait for `answer()`. */
  isHeld = false;
  #rows: readonly HeldRow[] = [];

  constructor(sub = 'pro-1') {
    this.sub = sub;
  }

  /** What the device holds from now on; every open question is answered anew. */
  put(
    ...rows: readonly (Omit<HeldRow, 'record'> & { readonly record: Pick<SeenRecord, 'id' | 'scope' | 'body'> })[]
  ): void {
    const seen = rows.map(({ collection, record }): HeldRow => ({
      collection,
      record: { stamps: {}, pending: false, version: 1, ...record } as SeenRecord,
    }));
    this.#rows = [...this.#rows.filter((one) => !seen.some((row) => isSame(one, row))), ...seen];
    this.answer();
  }

  answer(): void {
    for (const watch of this.open) watch.answer();
  }

  /** As screens get it. Whatever else they ask for is a mistake of the test. */
  get client(): OrchidClient {
    const parts = {
      session: still<SessionState>({ kind: 'unlocked', sub: this.sub } as SessionState),
      status: still(blankStatus),
      lease: still<LeaseState>({ closed: 'none', ownUntil: null, sharedUntil: null, turn: 0 }),
      watchGet: (collection: string, id: string, onChange: (record: SeenRecord | undefined) => void) =>
        this.#watch(`${collection}|${id}`, () =>
          onChange(this.#rows.find((row) => row.collection === collection && row.record.id === id)?.record),
        ),
      watchRange: (query: RangeAsked, onChange: (records: readonly SeenRecord[]) => void) =>
        this.#watch(`${query.collection}.${query.index} ${query.from}..${query.to}`, () =>
          onChange(this.#within(query)),
        ),
      mutate: async (name: string, args: unknown) => {
        this.changes.push({ name, args });
        return { kind: 'saved', uid: 'u1', ids: [], requested: false };
      },
    };
    return new Proxy(parts, {
      get: (known, name) => {
        if (Object.hasOwn(known, name)) return known[name as keyof typeof known];
        throw new Error(`The test has no ${String(name)}.`);
      },
    }) as unknown as OrchidClient;
  }

  #watch(what: string, answer: () => void): () => void {
    const watch = { what, answer };
    this.open.add(watch);
    this.asked.push(what);
    if (!this.isHeld) answer();
    return () => void this.open.delete(watch);
  }

  #within({ collection, index, from, to, reverse = false, limit }: RangeAsked): readonly SeenRecord[] {
    const keysOf = registry.collections.get(collection)?.indexes[index];
    if (!keysOf) throw new Error(`${collection} has no index ${index}`);
    const sorted = this.#rows
      .filter((row) => row.collection === collection)
      .flatMap(({ record }) => keysOf(record).map((key) => ({ key, record })))
      .filter(({ key }) => key >= from && key < to)
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
    return (reverse ? sorted.toReversed() : sorted).slice(0, limit).map(({ record }) => record);
  }
}

function isSame(one: HeldRow, other: HeldRow): boolean {
  return one.collection === other.collection && one.record.id === other.record.id;
}

/** Says the same for ever. */
function still<T>(value: T): { readonly get: () => T; readonly subscribe: () => () => void } {
  return { get: () => value, subscribe: () => () => undefined };
}
