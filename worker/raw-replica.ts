/**
 * The replica as the service worker sees it: plain IndexedDB, no keys. Opened without a version and closed after each
 * event; a database that is not there stays so.
 */

export interface RawOutboxRow {
  readonly k: string;
  readonly m?: { readonly id?: number; readonly key?: string };
  readonly z?: Uint8Array;
}

/** Opens an existing database; null where there is none. */
export function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => {
      // It did not exist: leave nothing behind.
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      const db = request.result;
      db.onversionchange = () => db.close();
      resolve(db);
    };
    request.onerror = () => resolve(null);
    request.onblocked = () => resolve(null);
  });
}

/** One request as a promise. Only ever awaited together with others of the same transaction. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('indexeddb'));
  });
}

/** A transaction's end: resolves when it is committed. */
export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
    transaction.onerror = () => reject(transaction.error ?? new Error('failed'));
  });
}
