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

/** The rows of a range, as every store answers them. */
export function rangeOf(rows: TableRows, command: Extract<StoreCommand, { op: 'range' }>): readonly ReplicaRow[] {
  const hits: { sort: string; row: ReplicaRow }[] = [];
  for (const row of rows.values()) {
    const entries = command.by === 'k' ? [row.k] : (row.x ?? []);
    const inside = entries.filter((entry) => entry >= command.from && entry < command.to).sort(compareText);
    const first = command.reverse ? inside.at(-1) : inside[0];
    if (first !== undefined) hits.push({ sort: first, row });
  }
  hits.sort((one, other) => compareText(one.sort, other.sort) || compareText(one.row.k, other.row.k));
  if (command.reverse) hits.reverse();
  return hits.slice(0, command.limit ?? hits.length).map((hit) => hit.row);
}

export function copyRow(row: ReplicaRow): ReplicaRow {
  const { x, z, m } = row;
  return {
    ...row,
    ...(x && { x: [...x] }),
    ...(z && { z: z.slice() }),
    ...(m !== undefined && { m: structuredClone(m) }),
  };
}

export function copyContent(content: Content): Content {
  const copy = emptyContent();
  for (const table of tables) copy[table] = new Map(content[table]);
  return copy;
}
