import 'fake-indexeddb/auto';
import { storeContract } from '../testing/store-contract.ts';
import { openDexieStore } from './dexie-store.ts';

let count = 0;

storeContract('Dexie', () => {
  count += 1;
  const name = `contract-${count}`;
  return Promise.resolve({ open: () => openDexieStore({ name }) });
});
