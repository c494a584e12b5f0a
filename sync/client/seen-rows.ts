import type { Body, ReplicaRow, ShownRow, StoreResult } from '../ports.ts';
import { compareText } from '../core/compare-text.ts';
import { collectionOfKey } from '../core/record.ts';

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

/** Seen rows in order of their index entries: base rows that the overlay replaced give way to it. */
export function* seenByRange(range: EntryRange, memo?: OverlayMemo): Body<readonly SeenRow[]> {
  const command = { op: 'range', by: 'x', from: range.from, to: range.to, reverse: range.reverse ?? false } as const;
  const collection = collectionOfKey(range.from);
  const [overlay, base, touched] = yield [
    { ...command, table: 'overlay' },
    { ...command, table: 'base', ...(range.limit === undefined ? {} : { limit: range.limit }) },
    // Mostly nothing of a collection is pending: then nothing can have been moved, and nobody has to ask row by row.
    { op: 'range', table: 'overlay', by: 'k', from: `${collection}|`, to: `${collection}}`, limit: 1 },
  ];
  const pending = (overlay ?? []).filter((row) => row !== undefined);
  for (const row of pending) memo?.set(row.k, row);
  const isTouched = (touched ?? []).length > 0;
  // Rows that the overlay moved out of the range must not be counted: read that many more.
  const [confirmed, allPending] = isTouched ? yield* withoutMoved(command, base ?? [], range.limit) : [base ?? [], []];
  const moved = new Set(allPending.flatMap((row) => (row ? [row.k] : [])));
  const merged: SeenRow[] = [
    ...pending.map((row): SeenRow => ({ table: 'overlay', row })),
    ...confirmed.flatMap((row): SeenRow[] => (row && !moved.has(row.k) ? [{ table: 'base', row }] : [])),
  ];
  const sign = range.reverse ? -1 : 1;
  merged.sort((one, other) => sign * compareText(entryIn(one.row, range), entryIn(other.row, range)));
  return range.limit === undefined ? merged : merged.slice(0, range.limit);
}

function* withoutMoved(
  command: { op: 'range'; by: 'x'; from: string; to: string; reverse: boolean },
  base: StoreResult,
  limit: number | undefined,
): Body<[StoreResult, StoreResult]> {
  const keys = base.flatMap((row) => (row ? [row.k] : []));
  if (keys.length === 0) return [base, []];
  const [overlaid] = yield [{ op: 'get', table: 'overlay', keys }];
  const movedCount = (overlaid ?? []).filter((row) => row !== undefined).length;
  if (limit === undefined || movedCount === 0 || keys.length < limit) return [base, overlaid ?? []];
  const more = limit + movedCount;
  const [longer] = yield [{ ...command, table: 'base', limit: more }];
  return yield* withoutMoved(command, longer ?? [], more);
}

function entryIn(row: ReplicaRow, range: EntryRange): string {
  const inside = (row.x ?? []).filter((entry) => entry >= range.from && entry < range.to);
  const sorted = [...inside].sort(compareText);
  return (range.reverse ? sorted.at(-1) : sorted[0]) ?? '';
}
