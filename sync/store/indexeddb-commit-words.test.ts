import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Durability, ReplicaStore, StoreChange } from '../ports.ts';
import { openIndexedDbStore } from './indexeddb-store.ts';

describe('[ST-30] a commit that fails after it was asked for', () => {
  const opened: ReplicaStore[] = [];
  const open = (name: string): ReplicaStore => {
    const store = openIndexedDbStore({ name });
    opened.push(store);
    return store;
  };
  afterEach(() => {
    for (const store of opened.splice(0)) store.close();
    vi.restoreAllMocks();
  });

  const put = (store: ReplicaStore, durability: Durability): Promise<void> =>
    store.tx(durability, function* () {
      yield [{ op: 'put', table: 'base', rows: [{ k: 'note|1' }], isBare: true }];
    });

  /** What another connection hears, up to a commit that stands. */
  async function heardOf(name: string, durability: Durability): Promise<readonly StoreChange[]> {
    const [store, other] = [open(name), open(name)];
    await other.read(function* () {
      yield [{ op: 'get', table: 'base', keys: ['note|1'] }];
    });
    const heard: StoreChange[] = [];
    const last = new Promise<void>((resolve) => {
      other.watch((change) => {
        if (change.tables.has('meta')) resolve();
        else heard.push(change);
      });
    });
    const fails = vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function (this: IDBTransaction) {
      this.abort();
    });
    await expect(put(store, durability)).rejects.toMatchObject({ name: 'StoreError' });
    expect(fails).toHaveBeenCalledTimes(1);
    await store.tx('strict', function* () {
      yield [{ op: 'put', table: 'meta', rows: [{ k: 'last' }] }];
    });
    await last;
    return heard;
  }

  it('is taken back by its names where it was told while it was being made', async () => {
    const heard = await heardOf('failing-relaxed', 'relaxed');
    expect(heard.map(({ keys, shown, isForeign }) => [[...(keys ?? [])], shown?.size, isForeign])).toEqual([
      [['note|1'], 1, true],
      [['note|1'], undefined, true],
    ]);
  });

  it('was told to nobody where a person wrote it', async () => {
    expect(await heardOf('failing-strict', 'strict')).toEqual([]);
  });
});
