import type { ReplicaStore } from '../sync/ports.ts';
import { openIndexedDbStore } from '../sync/store/indexeddb-store.ts';
import { StoreError } from '../sync/store/store-error.ts';

/**
 * A store that lies on this device, for as long as `use` takes; closed after each event of the service worker. One that is
 * not there, or that goes meanwhile, stays so: `absent` is answered, and nothing is made.
 */
export async function withStore<T>(name: string, use: (store: ReplicaStore) => Promise<T>, absent: T): Promise<T> {
  const store = openIndexedDbStore({ name, mustExist: true });
  try {
    return await use(store);
  } catch (error) {
    const isGone = error instanceof StoreError && (error.code === 'absent' || error.code === 'closed-by-update');
    if (isGone) return absent;
    throw error;
  } finally {
    store.close();
  }
}

/** The store that says whose replicas lie here. */
export function withDevice<T>(use: (device: ReplicaStore) => Promise<T>, absent: T): Promise<T> {
  return withStore('orchid-device', use, absent);
}
