import type { Durability, ReplicaStore, StoreChange, TxBody } from '../ports.ts';
import { replicaTables, runTransaction } from './indexeddb-transaction.ts';
import { asForeign } from './store-change.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';

/** Version of the on-disk layout; guarded by a fixture test. Additive changes only. */
export const replicaLayoutVersion = 1;

/** Tens, so that a fix of a layout has room between two of them. */
const databaseVersion = replicaLayoutVersion * 10;

const indexedTables: readonly string[] = ['base', 'overlay'];

export interface IndexedDbStoreOptions {
  readonly name: string;
  /** A newer version of the app upgraded the database under us: this tab is over. */
  readonly onClosedByUpdate?: () => void;
}

/** How often a lost handle is reopened before the error surfaces. */
const reopenDelaysMs = [0, 50, 250, 1000] as const;

/** The replica in IndexedDB: one connection, the durability chosen for each transaction. */
export function openIndexedDbStore(options: IndexedDbStoreOptions): ReplicaStore {
  const connection = new Connection(options);
  const watchers = new Set<(change: StoreChange) => void>();
  // Other contexts hear of a commit by names, and of a small one with its sealed rows.
  const channel = new BroadcastChannel(`${options.name}-changes`);
  channel.onmessage = (event: MessageEvent<StoreChange>) => {
    for (const watcher of watchers) watcher(event.data);
  };
  let closed = false;

  const run = async <R>(mode: IDBTransactionMode, durability: Durability, body: TxBody<R>): Promise<R> => {
    const { value, change } = await connection.use((db) => runTransaction(db, { mode, durability }, body));
    if (!change) return value;
    for (const watcher of watchers) watcher(change);
    if (!closed) channel.postMessage(asForeign(change));
    return value;
  };

  return {
    tx: (durability, body) => run('readwrite', durability, body),
    read: (body) => run('readonly', 'relaxed', body),
    watch: (onChange) => {
      watchers.add(onChange);
      return () => watchers.delete(onChange);
    },
    close: () => {
      closed = true;
      channel.close();
      watchers.clear();
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

/** One handle on the database, opened when first asked for and again when the browser dropped it. */
class Connection {
  readonly #options: IndexedDbStoreOptions;
  #db: Promise<IDBDatabase> | null = null;
  #over: StoreErrorCode | null = null;

  constructor(options: IndexedDbStoreOptions) {
    this.#options = options;
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
      const opening = openDatabase(this.#options.name);
      this.#db = opening;
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

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, databaseVersion);
    request.onupgradeneeded = () => {
      const db = request.result;
      for (const table of replicaTables) {
        if (db.objectStoreNames.contains(table)) continue;
        const store = db.createObjectStore(table, { keyPath: 'k' });
        if (indexedTables.includes(table)) store.createIndex('x', 'x', { multiEntry: true });
      }
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new StoreError('failed'));
  });
}

/** A browser's storage failure as one of ours; `null` for what is no storage failure (a bug in a body). */
function toStoreError(error: unknown): StoreError | null {
  if (error instanceof StoreError) return error;
  // A row that cannot be stored at all is a bug of ours; every other word of the browser is one about its storage.
  if (!(error instanceof DOMException) || error.name === 'DataCloneError') return null;
  return new StoreError(codesByName[error.name] ?? 'failed', { cause: error });
}

const codesByName: Readonly<Record<string, StoreErrorCode>> = {
  QuotaExceededError: 'quota',
  InvalidStateError: 'lost-handle',
  UnknownError: 'lost-handle',
  TransactionInactiveError: 'failed',
  ReadOnlyError: 'failed',
  AbortError: 'failed',
  VersionError: 'closed-by-update',
  DataError: 'failed',
};
