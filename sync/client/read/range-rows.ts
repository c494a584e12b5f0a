import type { StoreChange } from '../../ports.ts';
import { compareText } from '../../core/compare-text.ts';
import { entryIn, inOrder, type EntryRange, type SeenRow } from './seen-rows.ts';

/** What became of rows, by record key: as they are now, or gone. */
export type RowChanges = ReadonlyMap<string, SeenRow | undefined>;

/**
 * What an own commit says of the rows of a collection: all of them told, so that storage need not be asked. Null where it does not
 * tell them all: a row that only went may have uncovered another one.
 */
export function toldOf(change: StoreChange, keys: readonly string[]): RowChanges | null {
  if (change.isForeign === true || !change.shown) return null;
  const told = new Map<string, SeenRow>();
  for (const key of keys) {
    const row = change.shown.get(key);
    if (!row) return null;
    told.set(key, row);
  }
  return told;
}

/** Whether any of these rows stands in the range, or stood there among `rows`. */
export function touches(range: EntryRange, rows: readonly SeenRow[], changes: RowChanges): boolean {
  for (const seen of changes.values()) if (seen && isIn(seen, range)) return true;
  return rows.some(({ row }) => changes.has(row.k));
}

/**
 * The rows of a range after some changed: those that enter, leave or move by their index entries, the others as they are. Null
 * where the range is cut at its limit and a row beyond, which nobody has seen, may come into it.
 */
export function rowsAfter(range: EntryRange, rows: readonly SeenRow[], changes: RowChanges): readonly SeenRow[] | null {
  const stayed = rows.filter(({ row }) => !changes.has(row.k));
  const entering = [...changes.values()].filter((seen) => seen !== undefined && isIn(seen, range));
  const all = inOrder(range, [...stayed, ...entering.filter((seen) => seen !== undefined)]);
  const { limit } = range;
  if (limit === undefined || rows.length < limit) return limit === undefined ? all : all.slice(0, limit);
  // Cut: only what stands before the last row that is known to come next can be placed.
  const last = rows.at(-1);
  const cut = all.slice(0, limit);
  const isSure = last !== undefined && cut.length === limit && isAtMost(range, cut.at(-1), last);
  return isSure ? cut : null;
}

function isAtMost(range: EntryRange, row: SeenRow | undefined, last: SeenRow): boolean {
  if (!row) return false;
  const sign = range.reverse === true ? -1 : 1;
  const order = compareText(entryIn(row.row, range), entryIn(last.row, range)) || compareText(row.row.k, last.row.k);
  return sign * order <= 0;
}

function isIn({ row }: SeenRow, { from, to }: EntryRange): boolean {
  return (row.x ?? []).some((entry) => entry >= from && entry < to);
}
