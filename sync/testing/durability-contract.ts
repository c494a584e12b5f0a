import type { Durability } from '../ports.ts';
import type { StoreCase } from './store-case.ts';

interface Seen {
  readonly mode: IDBTransactionMode;
  readonly durability: IDBTransactionDurability;
}

/** Notes mode and durability of every transaction that the browser began while `run` was under way. */
async function seenDuring(run: () => Promise<unknown>): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  const { prototype } = IDBDatabase;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below, and put back
  const begin = prototype.transaction;
  prototype.transaction = function (this: IDBDatabase, ...how: Parameters<typeof begin>) {
    const begun = begin.apply(this, how);
    // What the browser made of the wish, not the wish itself.
    seen.push({ mode: begun.mode, durability: begun.durability });
    return begun;
  };
  try {
    await run();
  } finally {
    prototype.transaction = begin;
  }
  return seen;
}

/** What IndexedDB alone must be asked for, beside the contract of every store. */
export const durabilityContract: readonly StoreCase[] = [
  {
    name: '[ST-27] a strict transaction is one that the browser holds strict, a relaxed one relaxed, and a read locks nobody out',
    observe: async (open) => {
      const store = open();
      const write = (durability: Durability) =>
        store.tx(durability, function* () {
          yield [{ op: 'put', table: 'outbox', rows: [{ k: durability }] }];
        });
      const read = () =>
        store.read(function* () {
          yield [{ op: 'get', table: 'outbox', keys: ['strict'] }];
        });
      // Opened before it is looked at: an opening is a transaction of its own.
      await read();
      return seenDuring(async () => {
        await write('strict');
        await write('relaxed');
        await read();
      });
    },
    expected: [
      { mode: 'readwrite', durability: 'strict' },
      { mode: 'readwrite', durability: 'relaxed' },
      { mode: 'readonly', durability: 'relaxed' },
    ],
  },
];
