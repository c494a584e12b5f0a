import type { ReplicaRow, ReplicaTable, StoreCommand } from '../ports.ts';
import { compareText } from '../core/compare-text.ts';

export const tables: readonly ReplicaTable[] = ['base', 'overlay', 'outbox', 'attention', 'meta'];

export type TableRows = Map<string, ReplicaRow>;
/** What lies in each table, by key. */
export type Content = Record<ReplicaTable, TableRows>;

export function emptyContent(): Content {
  return {
    base: new Map(),
    overlay: new Map(),
    outbox: new Map(),
    attention: new Map(),
    meta: new Map(),
  };
}

type Range = Extract<StoreCommand, { op: 'range' }>;

/** The rows of a range, as every store answers them. */
export function rangeOf(rows: TableRows, command: Range): readonly ReplicaRow[] {
  const hits: { sort: string; row: ReplicaRow }[] = [];
  for (const row of rows.values()) {
    const sort = command.by === 'k' ? within(row.k, command) : firstWithin(row.x, command);
    if (sort !== undefined) hits.push({ sort, row });
  }
  hits.sort((one, other) => compareText(one.sort, other.sort) || compareText(one.row.k, other.row.k));
  if (command.reverse) hits.reverse();
  return hits.slice(0, command.limit ?? hits.length).map((hit) => hit.row);
}

function within(entry: string, { from, to }: Range): string | undefined {
  return entry >= from && entry < to ? entry : undefined;
}

/** Of the entries inside, the one that a walk meets first. */
function firstWithin(entries: readonly string[] | undefined, range: Range): string | undefined {
  let first: string | undefined;
  for (const entry of entries ?? []) {
    if (within(entry, range) === undefined) continue;
    if (first === undefined || (range.reverse ? entry > first : entry < first)) first = entry;
  }
  return first;
}

export function copyRow(row: ReplicaRow): ReplicaRow {
  const copy: { -readonly [Field in keyof ReplicaRow]: ReplicaRow[Field] } = { ...row };
  if (row.x) copy.x = [...row.x];
  if (row.z) copy.z = row.z.slice();
  if (row.m !== undefined) copy.m = structuredClone(row.m);
  return copy;
}

export function copyContent(content: Content): Content {
  const copy = emptyContent();
  for (const table of tables) copy[table] = new Map(content[table]);
  return copy;
}
