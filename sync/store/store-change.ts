import type { ReplicaTable, ShownRow, StoreChange, StoreCommand } from '../ports.ts';
import { isRecordTable } from './record-table.ts';
import { collectionOfKey } from '../core/record.ts';

/** Above this many keys a change says only "look again". */
const maxKeys = 200;

/** Other contexts are told so many rows, of so many sealed bytes together; beyond that, names. */
const maxToldRows = 8;
const maxToldBytes = 64_000;

/** What a batch of commands touches, gathered while a transaction runs. */
export class ChangeCollector {
  readonly #tables = new Set<ReplicaTable>();
  readonly #collections = new Set<string>();
  readonly #metas = new Set<string>();
  #keys: Set<string> | null = new Set();
  readonly #shown = new Map<string, ShownRow>();
  readonly #settled = new Set<string>();

  note(command: StoreCommand): void {
    if (command.op !== 'put' && command.op !== 'delete') return;
    const keys = command.op === 'put' ? command.rows.map((row) => row.k) : command.keys;
    if (keys.length === 0) return;
    this.#tables.add(command.table);
    if (command.op === 'delete') for (const uid of command.settles ?? []) this.#settled.add(uid);
    if (command.table === 'meta') for (const key of keys) this.#metas.add(key);
    if (!isRecordTable(command.table)) return;
    for (const key of keys) {
      this.#collections.add(collectionOfKey(key));
      this.#keys?.add(key);
    }
    if (this.#keys && this.#keys.size > maxKeys) this.#keys = null;
    if (this.#keys) this.#noteShown(command);
  }

  #noteShown(command: Extract<StoreCommand, { op: 'put' | 'delete' }>): void {
    const table = command.table === 'overlay' ? 'overlay' : 'base';
    if (command.op === 'delete') {
      for (const key of command.keys) if (this.#shown.get(key)?.table === table) this.#shown.delete(key);
      return;
    }
    for (const row of command.rows) {
      const before = this.#shown.get(row.k)?.table;
      const isBare = before === 'base' || (command.isBare && before !== 'overlay');
      if (table === 'overlay' || isBare) this.#shown.set(row.k, { table, row });
    }
  }

  /** The change, or null where nothing was written. */
  result(): StoreChange | null {
    if (this.#tables.size === 0) return null;
    const named = { tables: this.#tables, collections: this.#collections, keys: this.#keys, metas: this.#metas };
    return this.#keys ? { ...named, shown: this.#shown, settled: this.#settled } : named;
  }
}

/** A change as other contexts are told of it: names, and the sealed rows of a small one. */
export function asForeign(change: StoreChange): StoreChange {
  const named = asNames(change);
  const { shown, settled } = change;
  if (!shown || shown.size > maxToldRows) return named;
  const bytes = [...shown.values()].reduce((sum, { row }) => sum + (row.z?.length ?? 0), 0);
  return bytes > maxToldBytes ? named : { ...named, shown, ...(settled ? { settled } : {}) };
}

/** A change as other contexts are told of it, without its rows: who follows one of them asks storage. */
export function asNames({ shown: _shown, settled: _settled, ...names }: StoreChange): StoreChange {
  return { ...names, isForeign: true };
}
