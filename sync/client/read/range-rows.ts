import type { ShownRow, StoreChange } from '../../ports.ts';
import { compareText } from '../../core/compare-text.ts';
import { overlayMetaOf } from '../replica/row-meta.ts';
import { isSameRow } from './row-opener.ts';
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

/**
 * What another tab says of the rows of a collection, where each of them is shown in an older confirmed version: it may be shown until
 * storage has been asked. Null where one is not.
 */
export function newerOf(change: StoreChange, keys: readonly string[], rows: readonly SeenRow[]): RowChanges | null {
  const shown = new Map(rows.map((seen) => [seen.row.k, seen]));
  const told = new Map<string, SeenRow>();
  for (const key of keys) {
    const [found, known] = [change.shown?.get(key), shown.get(key)];
    if (!found || !known || !isNewer(found, known, change)) return null;
    told.set(key, found);
  }
  return told;
}

/**
 * Whether a row that another tab tells of can be shown over what is: its word may come later than a younger commit of this
 * tab, so it never replaces what is pending here, nor a version that is as high. Where that very commit has settled what is shown
 * as pending, it is younger.
 */
export function isNewer(
  found: ShownRow,
  shown: SeenRow | undefined,
  { settled }: Pick<StoreChange, 'settled'>,
): boolean {
  if (!shown) return true;
  if (shown.table === 'base') return found.table === 'overlay' || (found.row.v ?? 0) > (shown.row.v ?? 0);
  const uid = overlayMetaOf(shown.row)?.uid;
  return found.table === 'base' && uid !== undefined && settled?.has(uid) === true;
}

/** Whether a range is what it was with these rows in it: each stands there just so, or has no place there. */
export function isAsKnown(range: EntryRange, rows: readonly SeenRow[], found: RowChanges): boolean {
  const known = new Map(rows.map((seen) => [seen.row.k, seen]));
  return [...found].every(([key, seen]) => {
    const here = known.get(key);
    return here ? isSameRow(here, seen) : !seen || !isIn(seen, range);
  });
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
  const inPlace = replaced(range, rows, changes);
  if (inPlace) return inPlace;
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

/** As most changes are: each row stands where it stood. Null where one enters, leaves or moves. */
function replaced(range: EntryRange, rows: readonly SeenRow[], changes: RowChanges): readonly SeenRow[] | null {
  let next = rows;
  for (const [key, now] of changes) {
    const place = next.findIndex(({ row }) => row.k === key);
    const before = next[place];
    if (!before || !now || !isIn(now, range) || entryIn(now.row, range) !== entryIn(before.row, range)) return null;
    next = next.with(place, now);
  }
  return next;
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
