import type { ReplicaRow, StoreChange, StoreResult } from '../ports.ts';
import { isRecordTable, type RecordTable } from './record-table.ts';

/** Which edition of the records a commit found, and which it left. */
export type EditionStep = NonNullable<StoreChange['edition']>;

/** What a transaction wrote last, by table and key; `undefined`: deleted. */
export type WrittenRows = ReadonlyMap<RecordTable, ReadonlyMap<string, ReplicaRow | undefined>>;

/** A row that is remembered, or that none is there, and the edition of which that holds. */
export interface Remembered {
  readonly row: ReplicaRow | undefined;
  readonly edition: string;
}

/** So many rows a screen and what is written on it read. */
const maxRows = 1000;

/** Of whoever asks for more in one go, nothing is remembered: a whole collection would drive out everything else. */
export const maxAtOnce = 400;

/** A photo is not remembered. */
const maxBytes = 16_384;

/**
 * The rows of `base` and `overlay` that this connection has read or written, sealed as they lie there. They hold of one edition of the records:
 * each commit that touches a record gives the replica a new one, so that a transaction which finds the edition of this memory need not
 * read those rows again, and one that finds another forgets them all. [ST-31]
 */
export class RowMemory {
  readonly #name: string;
  #made = 0;
  #edition: string | null = null;
  readonly #rows: Readonly<Record<RecordTable, Map<string, ReplicaRow | undefined>>> = {
    base: new Map(),
    overlay: new Map(),
  };
  /** Stretches of the overlay of which every row is among those remembered: from, to. */
  readonly #stretches = new Map<string, string>();

  /** Small rows as this connection last read or left them: of no edition, so who goes by them asks whether they are so. */
  readonly #metas = new Map<string, ReplicaRow | undefined>();

  /** `name`: of this connection alone. */
  constructor(name: string) {
    this.#name = name;
  }

  /** An edition that no commit of any connection has left before. */
  newEdition(): string {
    this.#made += 1;
    return `${this.#name} ${this.#made}`;
  }

  get edition(): string | null {
    return this.#edition;
  }

  /** All of these small rows; null where one is not remembered. */
  metasOf(names: readonly string[]): StoreResult | null {
    return names.every((name) => this.#metas.has(name)) ? names.map((name) => this.#metas.get(name)) : null;
  }

  /** A transaction that came to its end found or left these. */
  keepMetas(names: readonly string[], rows: StoreResult): void {
    for (const [index, name] of names.entries()) this.#metas.set(name, rows[index]);
  }

  /** Storage has this edition (null: one that says none). What was of another is forgotten. */
  meet(edition: string | null): void {
    if (this.#edition === edition) return;
    this.#forgetAll();
    this.#edition = edition;
  }

  find(table: RecordTable, key: string): Remembered | null {
    if (this.#edition === null) return null;
    const rows = this.#rows[table];
    if (!rows.has(key)) return this.#isWithin(table, key) ? { row: undefined, edition: this.#edition } : null;
    const row = rows.get(key);
    // Those asked for last are forgotten last.
    rows.delete(key);
    rows.set(key, row);
    return { row, edition: this.#edition };
  }

  /** Storage has this row in the edition last met. */
  learn(table: RecordTable, key: string, row: ReplicaRow | undefined): void {
    if (this.#edition === null) return;
    const rows = this.#rows[table];
    if ((row?.z?.length ?? 0) > maxBytes) return this.#forget(table, key);
    rows.delete(key);
    if (row || !this.#isWithin(table, key)) rows.set(key, row);
    const [oldest] = rows.keys();
    if (rows.size > maxRows && oldest !== undefined) this.#forget(table, oldest);
    return undefined;
  }

  /** These are all rows of the overlay from one key to before another. */
  learnStretch(from: string, to: string, rows: readonly ReplicaRow[]): void {
    if (this.#edition === null) return;
    this.#stretches.set(from, to);
    for (const row of rows) this.learn('overlay', row.k, row);
  }

  /** A commit of this connection. */
  follow({ from, to }: EditionStep, written: WrittenRows): void {
    const isNext = from !== null && from === this.#edition;
    if (!isNext) this.#forgetAll();
    this.#edition = to;
    if (!isNext) return;
    for (const [table, rows] of written) {
      for (const [key, row] of rows) {
        if (this.#rows[table].has(key) || this.#isWithin(table, key)) this.learn(table, key, row);
      }
    }
  }

  /**
   * Word of another connection's commit. Where it does not come next, what is remembered is found to be of before; a build that leaves no edition
   * cannot be found so.
   */
  hear({ edition, tables, keys, shown }: StoreChange): void {
    if (!edition && [...tables].some(isRecordTable)) return this.meet(null);
    if (!edition || edition.from === null || edition.from !== this.#edition) return undefined;
    this.#edition = edition.to;
    if (!keys) return this.#forgetAll();
    for (const key of keys) {
      const found = shown?.get(key);
      this.#forget('base', key);
      this.#forget('overlay', key);
      if (!found) continue;
      this.learn(found.table, key, found.row);
      // A confirmed row is told where nothing lies over it.
      if (found.table === 'base') this.learn('overlay', key, undefined);
    }
    return undefined;
  }

  #isWithin(table: RecordTable, key: string): boolean {
    if (table !== 'overlay') return false;
    for (const [from, to] of this.#stretches) if (key >= from && key < to) return true;
    return false;
  }

  #forget(table: RecordTable, key: string): void {
    this.#rows[table].delete(key);
    if (table !== 'overlay') return;
    // Of a stretch with a gap nobody can say what is not there.
    for (const [from, to] of this.#stretches) if (key >= from && key < to) this.#stretches.delete(from);
  }

  #forgetAll(): void {
    this.#rows.base.clear();
    this.#rows.overlay.clear();
    this.#stretches.clear();
  }
}
