import { canonicalJson } from '../../sync/core/canonical-json.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { parseBytes } from '../store/columns.ts';
import type { PageRow } from '../store/log-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { liftRecord } from './lift-record.ts';
import type { PageWriter } from './sealed-page.ts';

/** Rows, and bytes of stored bodies after which no more of them are read. */
export interface Room {
  readonly limit: number;
  readonly bytes: number;
}

/** What is read, opened and written as lines before others have their turn. */
export const piece: Room = { limit: 100, bytes: 128 * 1024 };

/** Rows asked for at least. */
const fewestRows = 8;

/** Gathers the lines of a page, a piece at a time. */
export class PageLines {
  readonly #registry: Registry;
  readonly #most: Room;
  readonly #writer: PageWriter;
  #rows = 0;
  #bytes = 0;
  /** Rows of the next piece: fewer where bodies are long, since what lies behind the last that has room is read for nothing. */
  #next = piece.limit;

  constructor(registry: Registry, most: Room, writer: PageWriter) {
    this.#registry = registry;
    this.#most = most;
    this.#writer = writer;
  }

  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#most.bytes || this.#rows >= this.#most.limit;
  }

  /** What to ask for next. */
  get room(): Room {
    return {
      limit: Math.min(this.#next, this.#most.limit - this.#rows),
      bytes: Math.min(piece.bytes, this.#most.bytes - this.#bytes),
    };
  }

  /** Takes what was found where so much was asked for; whether nothing follows. */
  *take(found: readonly PageRow[], asked: Room): Plan<boolean> {
    let bytes = 0;
    for (const row of found) {
      bytes += row.record?.body.length ?? 0;
      writeRow(this.#writer, this.#registry, row);
    }
    this.#rows += found.length;
    this.#bytes += bytes;
    // The store stops early where bytes are many; sealing adds less than 64 to each body.
    const isCut = bytes + found.length * 64 >= asked.bytes;
    const isAll = found.length < asked.limit && !isCut;
    this.#next = isCut ? Math.max(fewestRows, found.length) : Math.min(piece.limit, this.#next * 2);
    if (found.length > 0) yield* call('pause');
    return isAll || found.length === 0;
  }
}

/** The line of a row; none for one that belongs to an ended access. Bodies go out as the bytes they are stored as. */
function writeRow(writer: PageWriter, registry: Registry, row: PageRow): void {
  if (row.gone) {
    const line = row.collection === '' ? { kind: 'x', s: row.id } : { kind: 'g', c: row.collection, i: row.id };
    return writer.line(JSON.stringify(line));
  }
  if (!row.visible || !row.record) return undefined;
  const { scope, cls, version } = row.record;
  const { shape, body } = currentBody(registry, row, row.record);
  const place = { c: row.collection, i: row.id, s: scope, ...(row.via === scope ? {} : { p: row.via }) };
  const fixed = JSON.stringify({ kind: 'r', ...place, k: cls, v: version, h: shape });
  return writer.record(`${fixed.slice(0, -1)},"b":`, body, `,"t":${row.record.stamps}}`);
}

function currentBody(
  registry: Registry,
  row: PageRow,
  record: NonNullable<PageRow['record']>,
): { readonly shape: number; readonly body: Uint8Array } {
  const collection = registry.collections.get(row.collection);
  if (!collection || record.shape >= collection.shape) return record;
  const old: StoredRecord = {
    collection: row.collection,
    id: row.id,
    ...record,
    body: parseBytes(record.body),
    stamps: {},
  };
  const lifted = liftRecord(registry, old);
  return { shape: lifted.shape, body: Buffer.from(canonicalJson(lifted.body)) };
}
