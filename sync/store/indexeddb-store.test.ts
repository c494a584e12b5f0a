import 'fake-indexeddb/auto';
import { storeContract } from '../testing/store-contract.ts';
import { openIndexedDbStore } from './indexeddb-store.ts';

let count = 0;

storeContract('IndexedDB', () => {
  count += 1;
  const name = `contract-${count}`;
  return Promise.resolve({ open: () => openIndexedDbStore({ name }) });
});
