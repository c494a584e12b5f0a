import type { ReplicaRow, ReplicaTable, StoreChange, StoreCommand } from '../ports.ts';
import { collectionOfKey } from '../core/record.ts';

/** Above this many keys a change says only "look again". */
const maxKeys = 200;

/** What a batch of commands touches, gathered while a transaction runs. */
export class ChangeCollector {
  readonly #tables = new Set<ReplicaTable>();
  readonly #collections = new Set<string>();
  #keys: Set<string> | null = new Set();
  readonly #overlaid = new Map<string, ReplicaRow>();

  note(command: StoreCommand): void {
    if (command.op !== 'put' && command.op !== 'delete') return;
    const keys = command.op === 'put' ? command.rows.map((row) => row.k) : command.keys;
    if (keys.length === 0) return;
    this.#tables.add(command.table);
    if (command.table !== 'base' && command.table !== 'overlay') return;
    for (const key of keys) {
      this.#collections.add(collectionOfKey(key));
      this.#keys?.add(key);
    }
    if (this.#keys && this.#keys.size > maxKeys) this.#keys = null;
    if (command.table === 'overlay') this.#noteOverlay(command);
  }

  #noteOverlay(command: Extract<StoreCommand, { op: 'put' | 'delete' }>): void {
    if (command.op === 'put') for (const row of command.rows) this.#overlaid.set(row.k, row);
    else for (const key of command.keys) this.#overlaid.delete(key);
  }

  /** The change, or null where nothing was written. */
  result(): StoreChange | null {
    if (this.#tables.size === 0) return null;
    const named = { tables: this.#tables, collections: this.#collections, keys: this.#keys };
    return this.#keys ? { ...named, overlaid: this.#overlaid } : named;
  }
}

/** A change as other contexts are told of it: names, no rows. */
export function withoutRows({ tables, collections, keys }: StoreChange): StoreChange {
  return { tables, collections, keys };
}
