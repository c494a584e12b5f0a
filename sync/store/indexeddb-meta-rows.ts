import type { ReplicaRow, StoreCommand, StoreResult } from '../ports.ts';

/** So many rows asked for one by one cost as much as all that lie between them: a handful, each of a few words. */
const worthOne = 4;

/**
 * The `meta` table as one transaction sees it: where several rows are wanted, all from the first to the last of them are fetched at once,
 * and known from then on, with what the transaction itself writes. A request to storage costs more than any of these rows; only `sums`
 * grows with a practice, and is read by who asks for it.
 */
export class MetaRows {
  readonly #table: () => IDBObjectStore;
  #request: IDBRequest<ReplicaRow[]> | null = null;
  #span: IDBKeyRange | null = null;
  #fetched: ReadonlyMap<string, ReplicaRow> | null = null;
  /** By key, what this transaction has written since it asked; `undefined`: deleted. */
  #written: ReadonlyMap<string, ReplicaRow | undefined> = new Map();

  /** `ahead`: what the body is going to ask for; that is on its way while the body says so. */
  constructor(table: () => IDBObjectStore, ahead: readonly string[] = []) {
    this.#table = table;
    if (ahead.length >= worthOne) this.#ask(ahead);
  }

  /**
   * Asks for what lies between the rows that these commands read, where they are many and nothing has been asked for yet. Answers the
   * request that they wait for.
   */
  load(commands: readonly StoreCommand[]): IDBRequest<ReplicaRow[]> | null {
    const wanted = commands.flatMap((command) => (isGet(command) ? command.keys : []));
    if (wanted.length === 0) return null;
    if (this.#request) return this.#request.readyState === 'done' ? null : this.#request;
    return wanted.length < worthOne ? null : this.#ask(wanted);
  }

  #ask(keys: readonly string[]): IDBRequest<ReplicaRow[]> {
    const sorted = keys.toSorted();
    this.#span = IDBKeyRange.bound(sorted[0], sorted.at(-1));
    this.#request = this.#table().getAll(this.#span);
    return this.#request;
  }

  /** How a read is answered without a request of its own, once the table's rows are here; null for everything else. */
  answer(command: StoreCommand): (() => StoreResult) | null {
    if (!this.#request || command.table !== 'meta') return null;
    if (command.op === 'put') this.#note(command.rows.map((row) => [row.k, row]));
    if (command.op === 'delete') this.#note(command.keys.map((key) => [key, undefined]));
    if (!isGet(command) || !command.keys.every((key) => this.#span?.includes(key))) return null;
    const written = this.#written;
    return () => command.keys.map((key) => (written.has(key) ? written.get(key) : this.#rows().get(key)));
  }

  /** What was asked for first, where anything was. */
  get request(): IDBRequest | null {
    return this.#request;
  }

  /** What storage had to say of these; null where it has not said it. */
  found(names: readonly string[]): StoreResult | null {
    const isHere = this.#request?.readyState === 'done' && names.every((name) => this.#span?.includes(name));
    return isHere ? names.map((name) => this.#rows().get(name)) : null;
  }

  /** The same rows as this transaction leaves them. */
  left(names: readonly string[]): StoreResult | null {
    const found = this.found(names);
    return found && names.map((name, index) => (this.#written.has(name) ? this.#written.get(name) : found[index]));
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
