import type { ReplicaRow, StoreCommand, StoreResult } from '../ports.ts';

/** So many rows asked for one by one cost as much as all there are: a handful, each of a few words. */
const worthAll = 4;

/**
 * The `meta` table as one transaction sees it: fetched whole where several rows are wanted, and known from then on, with
 * what the transaction itself writes. A request to storage costs more than any of these rows.
 */
export class MetaRows {
  readonly #table: () => IDBObjectStore;
  #request: IDBRequest<ReplicaRow[]> | null = null;
  #fetched: ReadonlyMap<string, ReplicaRow> | null = null;
  /** By key, what this transaction has written since it asked; `undefined`: deleted. */
  #written: ReadonlyMap<string, ReplicaRow | undefined> = new Map();

  constructor(table: () => IDBObjectStore) {
    this.#table = table;
  }

  /** Asks for the table where these commands read much of it and it has not been asked for yet. */
  load(commands: readonly StoreCommand[]): IDBRequest<ReplicaRow[]> | null {
    if (this.#request) return null;
    const wanted = commands.reduce((sum, command) => sum + (isGet(command) ? command.keys.length : 0), 0);
    if (wanted < worthAll) return null;
    this.#request = this.#table().getAll();
    return this.#request;
  }

  /** How a read is answered without a request of its own, once the table's rows are here; null for everything else. */
  answer(command: StoreCommand): (() => StoreResult) | null {
    if (!this.#request || command.table !== 'meta') return null;
    if (command.op === 'put') this.#note(command.rows.map((row) => [row.k, row]));
    if (command.op === 'delete') this.#note(command.keys.map((key) => [key, undefined]));
    if (!isGet(command)) return null;
    const written = this.#written;
    return () => command.keys.map((key) => (written.has(key) ? written.get(key) : this.#rows().get(key)));
  }

  #note(entries: readonly (readonly [string, ReplicaRow | undefined])[]): void {
    this.#written = new Map([...this.#written, ...entries]);
  }

  #rows(): ReadonlyMap<string, ReplicaRow> {
    this.#fetched ??= new Map(this.#request?.result.map((row) => [row.k, row]));
    return this.#fetched;
  }
}

function isGet(command: StoreCommand): command is Extract<StoreCommand, { op: 'get' }> {
  return command.op === 'get' && command.table === 'meta';
}
