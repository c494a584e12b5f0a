import type { ReplicaTable, StoreChange, StoreCommand } from '../ports.ts';
import { collectionOfKey } from '../core/record.ts';

/** Above this many keys a change says only "look again". */
const maxKeys = 200;

/** What a batch of commands touches, gathered while a transaction runs. */
export class ChangeCollector {
  readonly #tables = new Set<ReplicaTable>();
  readonly #collections = new Set<string>();
  #keys: Set<string> | null = new Set();

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
  }

  /** The change, or null where nothing was written. */
  result(): StoreChange | null {
    if (this.#tables.size === 0) return null;
    return { tables: this.#tables, collections: this.#collections, keys: this.#keys };
  }
}
