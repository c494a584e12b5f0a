import type { Body, ReplicaRow, ReplicaTable } from '../../ports.ts';

/** Beyond every key of a table that is ordered by ids. */
const end = '\uffff';

/** Every row of a table, in order of its keys; with `from`, those from there on. */
export function* allRows(table: Exclude<ReplicaTable, 'meta'>, from = ''): Body<readonly ReplicaRow[]> {
  const [rows] = yield [{ op: 'range', table, by: 'k', from, to: end }];
  return (rows ?? []).filter((row) => row !== undefined);
}
