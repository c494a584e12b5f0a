import type { Ahead, Durability, ReplicaStore, StoreChange, TxBody } from '../ports.ts';
import { newId } from '../core/new-id.ts';
import { systemRandom } from '../web/system-ports.ts';
import { SharedReads } from './indexeddb-reads.ts';
import { replicaTables, runTransaction } from './indexeddb-transaction.ts';
import { ComingChannel } from './indexeddb-coming-channel.ts';
import { ChangeChannel } from './indexeddb-change-channel.ts';
import { isRecordTable } from './record-table.ts';
import { RowMemory } from './row-memory.ts';
import { StoragePatience, type PatienceOptions } from './storage-patience.ts';
import { toStoreError } from './indexeddb-error.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';

/** Version of the on-disk layout; guarded by a fixture test. Additive changes only. */
export const replicaLayoutVersion = 1;

/** Tens, so that a fix of a layout has room between two of them. */
const databaseVersion = replicaLayoutVersion * 10;

export interface IndexedDbStoreOptions extends PatienceOptions {
  readonly name: string;
  /** A newer version of the app upgraded the database under us: this tab is over. */
  readonly onClosedByUpdate?: () => void;
  /** What is not there is not made: every transaction fails with `absent`. Opened in whatever version it has. */
  readonly mustExist?: boolean;
}

/** How often a lost handle is reopened before the error surfaces. */
const reopenDelaysMs = [0, 50, 250, 1000] as const;

/** The replica in IndexedDB: one connection, the durability chosen for each transaction. */
export function openIndexedDbStore(options: IndexedDbStoreOptions): ReplicaStore {
  const patience = new StoragePatience(options);
  const connection = new Connection(options, patience);
  const reads = new SharedReads(connection);
  const watchers = new Set<(change: StoreChange) => void>();
  // Other contexts hear of a commit by names, and of a small one with its sealed rows.
  const channel = new ChangeChannel(`${options.name}-changes`, (change) => {
    connection.memory.hear(change);
    for (const watcher of watchers) watcher(change);
  });
  const coming = new ComingChannel(`${options.name}-coming`);
  let closed = false;

  const write = async <R>(durability: Durability, body: TxBody<R>, ahead?: Ahead): Promise<R> => {
    let foretold: StoreChange | null = null;
    let announced: string | undefined;
    const onCommitAsked = (change: StoreChange): void => {
      if (closed) return;
      // What a person writes is shown nowhere else before it is safe.
      if (durability === 'relaxed') channel.foretell((foretold = change));
      else if (change.tables.has('outbox')) announced = coming.announce();
    };
    try {
      const { value, change } = await connection.use((db) =>
        runTransaction(db, { durability, memory: connection.memory, ...(ahead ? { ahead } : {}), onCommitAsked }, body),
      );
      if (!change) return value;
      for (const watcher of watchers) watcher(change);
      if (!closed && !foretold) channel.tell(announced === undefined ? change : { ...change, announced });
      return value;
    } catch (error) {
      if (foretold && !closed) channel.takeBack(foretold);
      throw error;
    }
  };

  return {
    // May have been written although no answer came: never begun anew.
    tx: (durability, body, ahead) => patience.once(() => write(durability, body, ahead)),
    read: (body) => {
      let reading: { readonly handle: Handle | null; readonly answer: Promise<unknown> } | null = null;
      return patience.untilAnswered(() => {
        // What did not answer on this handle may on another.
        if (reading?.handle) connection.leave(reading.handle);
        const begun = reads.begin(body);
        reading = begun;
        return begun.answer;
      });
    },
    watch: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    watchComing: (onComing) => coming.listen(onComing),
    close: () => {
      closed = true;
      coming.close();
      channel.close();
      watchers.clear();
      patience.close();
      connection.close();
    },
  };
}

/** Deletes a replica with everything in it. Resolves once no other tab holds it open any more. */
export function deleteIndexedDbStore(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(toStoreError(request.error) ?? new StoreError('failed'));
  });
}

type Handle = Promise<IDBDatabase>;

/** One handle on the database, opened when first asked for and again when the browser dropped it. */
class Connection {
  readonly #options: IndexedDbStoreOptions;
  readonly #patience: StoragePatience;
  readonly memory = new RowMemory(newId(systemRandom));
  #db: Handle | null = null;
  #over: StoreErrorCode | null = null;

  constructor(options: IndexedDbStoreOptions, patience: StoragePatience) {
    this.#options = options;
    this.#patience = patience;
  }

  get handle(): Handle | null {
    return this.#db;
  }

  /** The next transaction opens a handle of its own; what is under way on this one comes to its end. */
  leave(handle: Handle): void {
    if (this.#db === handle) this.#drop();
  }

  /** Runs work on an open handle; a lost one is reopened before the error surfaces. */
  async use<T>(work: (db: IDBDatabase) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work(await this.#open());
      } catch (error) {
        const failure = toStoreError(error);
        const delayMs = reopenDelaysMs[attempt];
        if (failure === null) throw error;
        if (this.#over) throw new StoreError(this.#over, { cause: error });
        // Only a handle that is gone is worth a reopening; the transaction it held has changed nothing or is read back.
        if (failure.code !== 'lost-handle' || delayMs === undefined) throw failure;
        this.#drop();
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  }

  close(): void {
    this.#over ??= 'failed';
    this.#drop();
  }

  #drop(): void {
    const db = this.#db;
    this.#db = null;
    db?.then(
      (open) => open.close(),
      () => undefined,
    );
  }

  #open(): Promise<IDBDatabase> {
    if (this.#over) return Promise.reject(new StoreError(this.#over));
    if (!this.#db) {
      const waiting = {};
      const opening = openDatabase(this.#options, () => this.#patience.stall(waiting));
      this.#db = opening;
      const end = (): void => this.#patience.end(waiting);
      opening.then(end, end);
      opening.then(
        (db) => this.#listen(db, opening),
        (error: unknown) => {
          this.#forget(opening);
          if (toStoreError(error)?.code === 'closed-by-update') this.#endByUpdate();
        },
      );
    }
    return this.#db;
  }

  #listen(db: IDBDatabase, opening: Promise<IDBDatabase>): void {
    // An old tab must not write into an upgraded database, nor bring a deleted one back: closed for good.
    db.onversionchange = (event) => {
      db.close();
      if (event.newVersion === null) this.#over ??= 'closed-by-update';
      else this.#endByUpdate();
    };
    db.onclose = () => this.#forget(opening);
  }

  /** The app was updated, whether under an open handle or before a lost one was reopened. */
  #endByUpdate(): void {
    if (this.#over) return;
    this.#over = 'closed-by-update';
    this.#options.onClosedByUpdate?.();
  }

  #forget(opening: Promise<IDBDatabase>): void {
    if (this.#db === opening) this.#db = null;
  }
}

/** `onBlocked`: another connection keeps an older layout open; the opening goes on waiting for it. */
function openDatabase({ name, mustExist = false }: IndexedDbStoreOptions, onBlocked: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = mustExist ? indexedDB.open(name) : indexedDB.open(name, databaseVersion);
    let isAbsent = false;
    request.onupgradeneeded = () => {
      isAbsent = mustExist;
      // It did not exist: leave nothing behind.
      if (isAbsent) request.transaction?.abort();
      else layDown(request.result);
    };
    request.onblocked = onBlocked;
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(isAbsent ? new StoreError('absent') : (request.error ?? new StoreError('failed')));
  });
}

function layDown(db: IDBDatabase): void {
  for (const table of replicaTables) {
    if (db.objectStoreNames.contains(table)) continue;
    const store = db.createObjectStore(table, { keyPath: 'k' });
    if (isRecordTable(table)) store.createIndex('x', 'x', { multiEntry: true });
  }
}
