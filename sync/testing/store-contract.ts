import { rowsContract } from './store-rows-contract.ts';
import { toldContract } from './store-told-contract.ts';
import { memoryContract } from './store-memory-contract.ts';
import { aheadContract } from './store-ahead-contract.ts';

/**
 * What every ReplicaStore promises, whichever storage lies under it. Knows no test runner: Vitest runs it against memory
 * and IndexedDB in Node, Playwright against Chromium.
 */
export const storeContract = [...rowsContract, ...toldContract, ...memoryContract, ...aheadContract];
