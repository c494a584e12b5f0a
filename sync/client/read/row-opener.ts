import type { ReplicaRow } from '../../ports.ts';
import type { SeenRecord } from '../api.ts';
import type { Replica } from '../replica/replica.ts';
import { isShown, openRow } from './reads.ts';
import type { SeenRow } from './seen-rows.ts';

interface Opened<Body> {
  readonly seen: SeenRow;
  /** Null: it does not open, which was reported. */
  readonly record: SeenRecord<Body> | null;
}

/**
 * Opens the rows of one watch, each once: a row that is as it was keeps its record, the very same object. Whether it may be shown
 * is asked anew each time.
 */
export class RowOpener<Body> {
  readonly #replica: Replica;
  #opened: ReadonlyMap<string, Opened<Body>> = new Map();

  constructor(replica: Replica) {
    this.#replica = replica;
  }

  open(rows: readonly SeenRow[]): readonly SeenRecord<Body>[] {
    const opened = new Map<string, Opened<Body>>();
    const records: SeenRecord<Body>[] = [];
    for (const seen of rows) {
      if (!isShown(this.#replica, seen)) continue;
      const before = this.#opened.get(seen.row.k);
      const now =
        before && isSameRow(before.seen, seen) ? before : { seen, record: openRow<Body>(this.#replica, seen) };
      opened.set(seen.row.k, now);
      if (now.record) records.push(now.record);
    }
    this.#opened = opened;
    return records;
  }
}

/** The same sealed bytes at the same place: each sealing has a nonce of its own. */
export function isSameRow(one: SeenRow | undefined, other: SeenRow | undefined): boolean {
  if (!one || !other) return one === other;
  return one.table === other.table && isSameNonce(one.row, other.row);
}

function isSameNonce(one: ReplicaRow, other: ReplicaRow): boolean {
  const length = 24;
  if (!one.z || !other.z || one.z.length !== other.z.length) return false;
  if (one.z === other.z) return true;
  const ours = one.z.subarray(0, length);
  const theirs = other.z.subarray(0, length);
  return ours.every((byte, index) => byte === theirs[index]);
}
