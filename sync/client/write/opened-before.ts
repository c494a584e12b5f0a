import type { ReplicaRow } from '../../ports.ts';
import type { StoredRecord } from '../../core/record.ts';
import { classOf } from '../replica/row-meta.ts';
import { rowToRecord, type Replica } from '../replica/replica.ts';

/** So many records are remembered, the latest, and none whose sealed bytes are more: a long text is opened again. */
const most = 100;
const mostBytes = 8192;

type Table = 'base' | 'overlay';

interface Opened {
  readonly table: Table;
  readonly row: ReplicaRow;
  readonly record: StoredRecord;
}

/** By replica: what was opened is forgotten with its keys. */
const openedOf = new WeakMap<Replica, Map<string, Opened>>();

/**
 * The record of a row, as `rowToRecord` opens it, errors included. A change of a note looks at the same session again with every pause of
 * who types: the very same bytes at the same place are not opened twice in a row.
 */
export function openedBefore(replica: Replica, table: Table, row: ReplicaRow): StoredRecord {
  // A row of before classes were bound opens only as long as its rule holds.
  const isRemembered = classOf(row) !== undefined && (row.z?.length ?? 0) <= mostBytes && !replica.gate.closed;
  if (!isRemembered) return rowToRecord(replica, table, row);
  const opened = openedOf.get(replica) ?? new Map<string, Opened>();
  openedOf.set(replica, opened);
  const known = opened.get(row.k);
  opened.delete(row.k);
  const record = known && isSame(known, table, row) ? known.record : rowToRecord(replica, table, row);
  opened.set(row.k, { table, row, record });
  const [oldest] = opened.keys();
  if (opened.size > most && oldest !== undefined) opened.delete(oldest);
  return record;
}

/** Everything that the seal binds, and every byte of it. */
function isSame({ table, row }: Opened, ofTable: Table, other: ReplicaRow): boolean {
  if (table !== ofTable || row.v !== other.v || row.s !== other.s || classOf(row) !== classOf(other)) return false;
  const [one, two] = [row.z, other.z];
  return one?.length === two?.length && one?.every((byte, at) => byte === two?.[at]) === true;
}
