import type { ReplicaRow, ReplicaStore, StoreCommand, StoreResult } from '../ports.ts';

/** Opens one more connection to a storage that was empty when its case began. */
export type OpenStore = () => ReplicaStore;

/** One promise of every ReplicaStore: what a caller must observe, as plain data, so that it can cross a page's border. */
export interface StoreCase {
  /** Begins with the rule's id. */
  readonly name: string;
  readonly observe: (open: OpenStore) => Promise<unknown>;
  readonly expected: unknown;
}

/** Observes a case over a new storage, and closes every connection that it opened. */
export async function observeCase(storeCase: StoreCase, open: OpenStore): Promise<unknown> {
  const opened: ReplicaStore[] = [];
  try {
    return await storeCase.observe(() => {
      const store = open();
      opened.push(store);
      return store;
    });
  } finally {
    for (const store of opened) store.close();
  }
}

export function run(store: ReplicaStore, commands: readonly StoreCommand[]): Promise<readonly StoreResult[]> {
  return store.tx('strict', function* () {
    const results = yield commands;
    return results;
  });
}

export function row(k: string, x: readonly string[] = []): ReplicaRow {
  return { k, x, m: { n: k } };
}

export function put(table: 'base' | 'overlay' | 'outbox' | 'meta', ...rows: readonly ReplicaRow[]): StoreCommand {
  return { op: 'put', table, rows };
}

/** Rows by their key; `null` where a row is absent, which outlives every border. */
export function keysOf(results: readonly StoreResult[]): (string | null)[][] {
  return results.map((rows) => rows.map((found) => found?.k ?? null));
}

/** What an attempt failed with, or null where it went through. */
export async function messageOf(attempt: Promise<unknown>): Promise<string | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
