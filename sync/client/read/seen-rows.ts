import type { Body, ReplicaRow, ShownRow, StoreCommand, StoreResult } from '../../ports.ts';
import { compareText } from '../../core/compare-text.ts';
import { collectionOfKey } from '../../core/record.ts';

/** A row as the person sees it. */
export type SeenRow = ShownRow;

/** What a body has learnt of the overlay: a row, or that there is none. Asked once, known for the transaction. */
export type OverlayMemo = Map<string, ReplicaRow | undefined>;

/** One seen row per key. */
export function* seenByKey(keys: readonly string[], memo?: OverlayMemo): Body<readonly (SeenRow | undefined)[]> {
  const [overlay, base] = yield [
    { op: 'get', table: 'overlay', keys },
    { op: 'get', table: 'base', keys },
  ];
  return keys.map((key, index) => {
    const pending = overlay?.[index];
    memo?.set(key, pending);
    if (pending) return { table: 'overlay', row: pending };
    const confirmed = base?.[index];
    return confirmed ? { table: 'base', row: confirmed } : undefined;
  });
}

export interface EntryRange {
  readonly from: string;
  readonly to: string;
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** So many pending rows of a collection are taken along whether or not they lie in a range. */
const fewPending = 50;

/** Seen rows in order of their index entries: base rows that the overlay replaced give way to it. */
export function* seenByRange(range: EntryRange, memo?: OverlayMemo): Body<readonly SeenRow[]> {
  const collection = collectionOfKey(range.from);
  const [base, few] = yield [
    baseCommand(range, range.limit),
    // Mostly little of a collection is pending: then all of it is known at once, and nobody has to ask row by row.
    { op: 'range', table: 'overlay', by: 'k', from: `${collection}|`, to: `${collection}}`, limit: fewPending },
  ];
  const known = present(few);
  const isAll = known.length < fewPending;
  const pending = isAll ? known.filter((row) => isIn(row, range)) : yield* pendingIn(range);
  for (const row of pending) memo?.set(row.k, row);
  const overlay: Overlay = { range, known: isAll ? new Set(known.map((row) => row.k)) : null };
  const confirmed = yield* withoutMoved(overlay, present(base), range.limit);
  const seen = merged(range, pending, confirmed);
  return range.limit === undefined ? seen : seen.slice(0, range.limit);
}

/** Storage has the confirmed ones in order; only what is pending has to find its place. */
function merged(
  range: EntryRange,
  pending: readonly ReplicaRow[],
  confirmed: readonly ReplicaRow[],
): readonly SeenRow[] {
  const base = confirmed.map((row): SeenRow => ({ table: 'base', row }));
  if (pending.length === 0) return base;
  return inOrder(range, [...pending.map((row): SeenRow => ({ table: 'overlay', row })), ...base]);
}

/** By index entry, then by key, as storage has them: what has come to stand is not moved by the next read. */
export function inOrder(range: EntryRange, rows: readonly SeenRow[]): readonly SeenRow[] {
  const sign = range.reverse === true ? -1 : 1;
  return rows
    .map((seen) => ({ seen, entry: entryIn(seen.row, range) }))
    .sort((one, other) => sign * (compareText(one.entry, other.entry) || compareText(one.seen.row.k, other.seen.row.k)))
    .map(({ seen }) => seen);
}

function baseCommand({ from, to, reverse }: EntryRange, limit: number | undefined): StoreCommand {
  const all = { op: 'range', table: 'base', by: 'x', from, to, reverse: reverse ?? false } as const;
  return limit === undefined ? all : { ...all, limit };
}

function* pendingIn({ from, to, reverse }: EntryRange): Body<readonly ReplicaRow[]> {
  const [rows] = yield [{ op: 'range', table: 'overlay', by: 'x', from, to, reverse: reverse ?? false }];
  return present(rows);
}

/** What is pending of the range's collection: all their keys, or null where they are too many to be known. */
interface Overlay {
  readonly range: EntryRange;
  readonly known: ReadonlySet<string> | null;
}

/** Base rows that nothing pending lies over. Where the limit would count others too, that many more are read. */
function* withoutMoved(
  overlay: Overlay,
  base: readonly ReplicaRow[],
  asked: number | undefined,
): Body<readonly ReplicaRow[]> {
  const { range, known } = overlay;
  const moved = known ?? (yield* overlaidOf(base));
  const left = base.filter((row) => !moved.has(row.k));
  const isShort = range.limit !== undefined && asked !== undefined && left.length < range.limit && base.length >= asked;
  if (!isShort) return left;
  const more = asked + base.length - left.length;
  const [longer] = yield [baseCommand(range, more)];
  return yield* withoutMoved(overlay, present(longer), more);
}

function* overlaidOf(base: readonly ReplicaRow[]): Body<ReadonlySet<string>> {
  if (base.length === 0) return new Set();
  const [rows] = yield [{ op: 'get', table: 'overlay', keys: base.map((row) => row.k) }];
  return new Set(present(rows).map((row) => row.k));
}

function present(rows: StoreResult | undefined): readonly ReplicaRow[] {
  return (rows ?? []).filter((row) => row !== undefined);
}

function isIn(row: ReplicaRow, { from, to }: EntryRange): boolean {
  return (row.x ?? []).some((entry) => entry >= from && entry < to);
}

/** Where a row stands in a range: its first entry there, or its last where the range is read backwards. */
export function entryIn(row: ReplicaRow, range: EntryRange): string {
  const inside = (row.x ?? []).filter((entry) => entry >= range.from && entry < range.to);
  const sorted = [...inside].sort(compareText);
  return (range.reverse ? sorted.at(-1) : sorted[0]) ?? '';
}
