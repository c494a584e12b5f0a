import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReplicaStore, StoreResult } from '../ports.ts';
import { openIndexedDbStore } from './indexeddb-store.ts';

describe('[ST-28] reads that are asked for in the same turn', () => {
  const opened: ReplicaStore[] = [];
  afterEach(() => {
    for (const store of opened.splice(0)) store.close();
    vi.restoreAllMocks();
  });

  /** A store with the rows `a`, `b` and `c`, and what its transactions were. */
  async function openFilled(name: string) {
    const store = openIndexedDbStore({ name });
    opened.push(store);
    await store.tx('strict', function* () {
      yield [{ op: 'put', table: 'base', rows: ['a', 'b', 'c'].map((k) => ({ k })) }];
    });
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    return { store, modes: () => begun.mock.calls.map(([, mode]) => mode) };
  }
  const keysOf = (results: readonly StoreResult[]) => (results[0] ?? []).map((row) => row?.k);
  const get = (store: ReplicaStore, key: string) =>
    store.read(function* () {
      return keysOf(yield [{ op: 'get', table: 'base', keys: [key] }]);
    });

  it('share one transaction, each with its own answer; later ones have another', async () => {
    const { store, modes } = await openFilled('shared');
    expect(await Promise.all(['a', 'c', 'none'].map((key) => get(store, key)))).toEqual([['a'], ['c'], [undefined]]);
    expect(modes()).toEqual(['readonly']);
    expect(await get(store, 'b')).toEqual(['b']);
    expect(modes()).toEqual(['readonly', 'readonly']);
  });

  it('fail one by one, where a body throws or writes', async () => {
    const { store } = await openFilled('apart');
    const throws = store.read(function* () {
      yield [{ op: 'get', table: 'base', keys: ['a'] }];
      throw new Error('a bug');
    });
    const writes = store.read(function* () {
      yield [{ op: 'put', table: 'base', rows: [{ k: 'd' }] }];
    });
    const long = store.read(function* () {
      const found: (string | undefined)[] = [];
      for (const key of ['a', 'b', 'c']) found.push(...keysOf(yield [{ op: 'get', table: 'base', keys: [key] }]));
      return found;
    });
    expect(await Promise.allSettled([throws, writes, long])).toMatchObject([
      { reason: { message: 'a bug' } },
      { reason: { name: 'StoreError', code: 'failed' } },
      { value: ['a', 'b', 'c'] },
    ]);
    expect(await get(store, 'd')).toEqual([undefined]);
  });

  it('do not wait for each other: who has its answer goes on', async () => {
    const { store } = await openFilled('own-pace');
    const ends: string[] = [];
    const long = store
      .read(function* () {
        for (let step = 0; step < 5; step += 1) yield [{ op: 'get', table: 'base', keys: ['a'] }];
      })
      .then(() => ends.push('long'));
    const short = get(store, 'b').then(() => ends.push('short'));
    await Promise.all([long, short]);
    expect(ends).toEqual(['short', 'long']);
  });

  it('are read again on a new handle, all that are open, where the transaction is lost', async () => {
    const real = IDBDatabase.prototype.transaction;
    const { store } = await openFilled('lost');
    let isLost = true;
    vi.mocked(IDBDatabase.prototype.transaction).mockImplementation(function (this: IDBDatabase, ...args) {
      const transaction = real.apply(this, args);
      if (isLost) {
        isLost = false;
        const fail = (): never => {
          throw new DOMException('gone', 'InvalidStateError');
        };
        vi.spyOn(transaction, 'objectStore')
          .mockImplementationOnce((name) => transaction.objectStore(name))
          .mockImplementation(fail);
      }
      return transaction;
    });
    expect(await Promise.all(['a', 'b', 'c'].map((key) => get(store, key)))).toEqual([['a'], ['b'], ['c']]);
  });

  it('are read one by one where the browser cannot read what one of them asked for', async () => {
    const { store } = await openFilled('unreadable');
    const real = IDBObjectStore.prototype.get;
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      const request = real.call(this, key);
      const { transaction } = this;
      if (key === 'b') queueMicrotask(() => transaction.abort());
      return request;
    });
    const ends = await Promise.allSettled(['a', 'b', 'c'].map((key) => get(store, key)));
    expect(ends).toMatchObject([{ value: ['a'] }, { reason: { name: 'StoreError' } }, { value: ['c'] }]);
  });

  it('each know the small rows for themselves', async () => {
    const { store, modes } = await openFilled('meta');
    const keys = ['a', 'b', 'c', 'd'];
    const all = () =>
      store.read(function* () {
        return keysOf(yield [{ op: 'get', table: 'meta', keys }]);
      });
    const none = keys.map(() => undefined);
    expect(await Promise.all([all(), all()])).toEqual([none, none]);
    // Read once: what looks at another's question would lose the handle, and be healed unseen.
    expect(modes()).toEqual(['readonly']);
  });

  it('all fail where storage does', async () => {
    const { store } = await openFilled('gone');
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('no', 'QuotaExceededError');
    });
    const ends = await Promise.allSettled([get(store, 'a'), get(store, 'b')]);
    expect(ends).toMatchObject([{ reason: { code: 'quota' } }, { reason: { code: 'quota' } }]);
  });
});
