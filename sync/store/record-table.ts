import type { ReplicaTable } from '../ports.ts';

/** The tables in which records lie: as the server has them, and what is pending over that. */
export type RecordTable = 'base' | 'overlay';

export function isRecordTable(table: ReplicaTable): table is RecordTable {
  return table === 'base' || table === 'overlay';
}
