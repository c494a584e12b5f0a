import { deleteIndexedDbStore, openIndexedDbStore } from '../../sync/store/indexeddb-store.ts';
import { StoreError } from '../../sync/store/store-error.ts';
import { durabilityContract } from '../../sync/testing/durability-contract.ts';
import { observeCase } from '../../sync/testing/store-case.ts';
import { storeContract } from '../../sync/testing/store-contract.ts';
import type { ReplicaStore } from '../../sync/ports.ts';

/** What the spec asks of a page that holds the shipped IndexedDB store. Plain data in and out. */
export interface StorePage {
  /** What the contract's case at this place observes over a new database. */
  observe(index: number): Promise<unknown>;
  /** Opens the page's own connection, to a database that other pages may open too. */
  open(name: string): void;
  /** Writes a row; the code of the failure, or null. */
  write(key: string): Promise<string | null>;
  readKeys(): Promise<readonly string[]>;
  /** Record keys of the commits that this page's connection heard of. */
  heard(): readonly string[];
  /** How often the connection was closed by an update. */
  updates(): number;
  /** Opens and closes the database as a newer version of the app would. */
  upgrade(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}

declare global {
  var storePage: StorePage;
}

let store: ReplicaStore | null = null;
let updates = 0;
const heard: string[] = [];

function mustGetStore(): ReplicaStore {
  if (!store) throw new Error('open it first');
  return store;
}

globalThis.storePage = {
  observe: async (index) => {
    const storeCase = [...storeContract, ...durabilityContract][index];
    if (!storeCase) throw new Error(`no case ${index}`);
    const name = `contract-${index}`;
    try {
      return await observeCase(storeCase, () => openIndexedDbStore({ name }));
    } finally {
      await deleteIndexedDbStore(name);
    }
  },
  open: (name) => {
    store = openIndexedDbStore({ name, onClosedByUpdate: () => (updates += 1) });
    store.watch((change) => heard.push(...(change.keys ?? [])));
  },
  write: async (key) => {
    try {
      await mustGetStore().tx('strict', function* () {
        yield [{ op: 'put', table: 'base', rows: [{ k: key }] }];
      });
      return null;
    } catch (error) {
      return error instanceof StoreError ? error.code : String(error);
    }
  },
  readKeys: () =>
    mustGetStore().read(function* () {
      const [rows] = yield [{ op: 'range', table: 'base', by: 'k', from: '', to: '~' }];
      return (rows ?? []).flatMap((row) => (row ? [row.k] : []));
    }),
  heard: () => heard,
  updates: () => updates,
  upgrade: (name) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1000);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(request.error ?? new Error('not upgraded'));
    }),
  remove: deleteIndexedDbStore,
};
