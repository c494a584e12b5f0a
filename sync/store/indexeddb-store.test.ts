import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReplicaStore } from '../ports.ts';
import { durabilityContract } from '../testing/durability-contract.ts';
import { observeCase } from '../testing/store-case.ts';
import { storeContract } from '../testing/store-contract.ts';
import { deleteIndexedDbStore, openIndexedDbStore } from './indexeddb-store.ts';

let count = 0;

function newName(): string {
  count += 1;
  return `contract-${count}`;
}

describe('ReplicaStore contract: IndexedDB', () => {
  for (const storeCase of [...storeContract, ...durabilityContract]) {
    it(storeCase.name, async () => {
      const name = newName();
      expect(await observeCase(storeCase, () => openIndexedDbStore({ name }))).toEqual(storeCase.expected);
    });
  }
});

describe('the IndexedDB handle', () => {
  const opened: ReplicaStore[] = [];
  afterEach(() => {
    for (const store of opened.splice(0)) store.close();
    vi.restoreAllMocks();
  });

  /** A store that holds one row, and a count of how often it was told of an update. */
  async function openFilled(): Promise<{ name: string; store: ReplicaStore; updates: () => number }> {
    const name = newName();
    const onClosedByUpdate = vi.fn();
    const store = openIndexedDbStore({ name, onClosedByUpdate });
    opened.push(store);
    await write(store, 'kept');
    return { name, store, updates: () => onClosedByUpdate.mock.calls.length };
  }

  const write = (store: ReplicaStore, key: string): Promise<void> =>
    store.tx('strict', function* () {
      yield [{ op: 'put', table: 'meta', rows: [{ k: key }] }];
    });
  const readKeys = (store: ReplicaStore): Promise<readonly (string | undefined)[]> =>
    store.read(function* () {
      const [rows] = yield [{ op: 'range', table: 'meta', by: 'k', from: '', to: '~' }];
      return (rows ?? []).map((row) => row?.k);
    });
  const databaseNames = async (): Promise<readonly (string | undefined)[]> =>
    (await indexedDB.databases()).map((database) => database.name);

  it('[ST-20] a newer version of the app closes the store for good and says so once', async () => {
    const { name, store, updates } = await openFilled();
    const newer = await openRaw(name, 1000);
    expect(updates()).toBe(1);
    await expect(write(store, 'late')).rejects.toMatchObject({ name: 'StoreError', code: 'closed-by-update' });
    await expect(readKeys(store)).rejects.toMatchObject({ code: 'closed-by-update' });
    expect(newer.version).toBe(1000);
    newer.close();
    // Nor when the newer one has gone.
    await expect(write(store, 'later')).rejects.toMatchObject({ code: 'closed-by-update' });
    expect(updates()).toBe(1);
  });

  it('[ST-25] a store that finds a newer version when it opens its handle says so once', async () => {
    const name = newName();
    (await openRaw(name, 1000)).close();
    const onClosedByUpdate = vi.fn();
    const store = openIndexedDbStore({ name, onClosedByUpdate });
    opened.push(store);
    for (let turn = 0; turn < 2; turn += 1)
      await expect(write(store, 'late')).rejects.toMatchObject({ code: 'closed-by-update' });
    expect(onClosedByUpdate).toHaveBeenCalledTimes(1);
  });

  it('[ST-21] a deleted replica takes its open store with it, is no update, and is not brought back', async () => {
    const { name, store, updates } = await openFilled();
    expect(await databaseNames()).toContain(name);
    await deleteIndexedDbStore(name);
    expect(updates()).toBe(0);
    // It is over, and no failure of the storage: nobody is told that this device cannot be read.
    await expect(write(store, 'late')).rejects.toMatchObject({ name: 'StoreError', code: 'closed-by-update' });
    await expect(readKeys(store)).rejects.toMatchObject({ name: 'StoreError', code: 'closed-by-update' });
    expect(await databaseNames()).not.toContain(name);
  });

  it('[ST-22] a handle that the browser dropped is reopened: the transaction succeeds and nothing is missing', async () => {
    const handles = captureHandles();
    const { store, updates } = await openFilled();
    expect(handles).toHaveLength(1);
    handles[0]?.close();
    await write(store, 'after');
    expect(handles).toHaveLength(2);
    expect(await readKeys(store)).toEqual(['after', 'kept']);
    expect(updates()).toBe(0);
  });

  it('[ST-23] a handle that is lost again and again surfaces as an error, and the store works once it holds', async () => {
    const handles = captureHandles((handle) => handle.close());
    const store = openIndexedDbStore({ name: newName() });
    opened.push(store);
    await expect(write(store, 'lost')).rejects.toMatchObject({ code: 'lost-handle' });
    expect(handles.length).toBeGreaterThan(1);
    vi.restoreAllMocks();
    await write(store, 'after');
    expect(await readKeys(store)).toEqual(['after']);
  });
});

/** Every handle that is opened from now on, in order. */
function captureHandles(onOpen: (handle: IDBDatabase) => void = () => undefined): IDBDatabase[] {
  const handles: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = open(name, version);
    request.addEventListener('success', () => {
      handles.push(request.result);
      onOpen(request.result);
    });
    return request;
  });
  return handles;
}

function openRaw(name: string, version: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
  });
}
