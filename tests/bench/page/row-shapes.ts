import type { ReplicaRow } from '../../../sync/ports.ts';
import { openExisting, settled } from './raw-database.ts';

/** What a stored row weighs: its index entries, and the length of its sealed bytes. */
interface RowShape {
  readonly x: readonly string[];
  readonly size: number;
}

const rowsPerRead = 2000;
const encoder = new TextEncoder();

/** Learnt from a replica that the engine filled, so that a limit writes rows of the same weight. */
export class RowShapes {
  readonly #shapes = new Map<string, RowShape>();

  static async learn(replicaName: string): Promise<RowShapes> {
    const shapes = new RowShapes();
    const db = await openExisting(replicaName);
    let from: IDBKeyRange | undefined;
    for (;;) {
      const read = db.transaction('base').objectStore('base').getAll(from, rowsPerRead) as IDBRequest<ReplicaRow[]>;
      const rows = await settled(read);
      for (const row of rows) shapes.#shapes.set(row.k, { x: row.x ?? [], size: row.z?.length ?? 0 });
      const last = rows.at(-1);
      if (!last || rows.length < rowsPerRead) break;
      from = IDBKeyRange.lowerBound(last.k, true);
    }
    db.close();
    return shapes;
  }

  get count(): number {
    return this.#shapes.size;
  }

  /** A line of the feed as a row: the same key, entries and number of bytes as the engine's. */
  toRow(line: string): ReplicaRow {
    const { c, i, s, v } = JSON.parse(line) as { c: string; i: string; s: string; v: number };
    const k = `${c}|${i}`;
    const shape = this.#shapes.get(k);
    if (!shape) throw new Error('a line of an unknown record');
    const z = new Uint8Array(shape.size);
    encoder.encodeInto(line, z);
    return { k, x: shape.x, s, v, z, m: { g: 1 } };
  }
}
