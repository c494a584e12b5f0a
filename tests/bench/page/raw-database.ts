import type { ReplicaRow } from '../../../sync/ports.ts';

/** The replica's stores and indexes, without anything of ours around them. */
export function openRaw(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    const db = request.result;
    for (const table of ['base', 'overlay']) {
      db.createObjectStore(table, { keyPath: 'k' }).createIndex('x', 'x', { multiEntry: true });
    }
    db.createObjectStore('outbox', { keyPath: 'k' });
  };
  return settled(request);
}

/** Opens a database that is there, of whatever version. */
export function openExisting(name: string): Promise<IDBDatabase> {
  return settled(indexedDB.open(name));
}

export async function deleteRaw(name: string): Promise<void> {
  await settled(indexedDB.deleteDatabase(name));
}

export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('a request failed'));
  });
}

/** Resolves when the transaction has committed with the durability that it was opened with. */
export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('a transaction was aborted'));
  });
}

/** Puts rows into `base` in one relaxed transaction. */
export function putBase(db: IDBDatabase, rows: readonly ReplicaRow[]): Promise<void> {
  const transaction = db.transaction('base', 'readwrite', { durability: 'relaxed' });
  const base = transaction.objectStore('base');
  for (const row of rows) base.put(row);
  transaction.commit();
  return committed(transaction);
}
