import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplicaRow, ReplicaStore, StoreCommand, StoreResult } from '../ports.ts';
import { openIndexedDbStore } from './indexeddb-store.ts';

const opened: ReplicaStore[] = [];
let count = 0;
/** What was asked for one by one since `asked` was last called: `table key`. */
let gets: string[] = [];

beforeEach(() => {
  count += 1;
  gets = [];
  const get = IDBObjectStore.prototype.get;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    gets.push(`${this.name} ${typeof key === 'string' ? key : '?'}`);
    return get.call(this, key);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const store of opened.splice(0)) store.close();
});

function open(): ReplicaStore {
  const store = openIndexedDbStore({ name: `remembered-${count}` });
  opened.push(store);
  return store;
}

const row = (k: string, m: unknown = k): ReplicaRow => ({ k, m, x: [`n|at|${k}`] });
const put = (table: 'base' | 'overlay' | 'meta', ...rows: readonly ReplicaRow[]): StoreCommand => ({
  op: 'put',
  table,
  rows,
});
const both = (...keys: readonly string[]): readonly StoreCommand[] => [
  { op: 'get', table: 'overlay', keys },
  { op: 'get', table: 'base', keys },
];
const write = (store: ReplicaStore, ...batches: readonly (readonly StoreCommand[])[]) =>
  store.tx('strict', function* () {
    const found: unknown[] = [];
    for (const batch of batches) for (const rows of yield batch) found.push(...rows.map((one) => one?.m ?? null));
    return found;
  });
const read = (store: ReplicaStore, commands: readonly StoreCommand[]) =>
  store.read(function* () {
    const found: readonly StoreResult[] = yield commands;
    return found;
  });
const asked = (): readonly string[] => gets.splice(0);
/** Word of a commit crosses in a task of its own. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 10));

describe('[ST-31] a write in IndexedDB', () => {
  it('asks for the edition alone, where it needs what was read before it or by it', async () => {
    const store = open();
    await write(store, [put('base', row('n|1'), row('n|2'))]);
    asked();
    expect(await write(store, both('n|1'))).toEqual([null, 'n|1']);
    expect(asked()).toEqual(['meta edition', 'overlay n|1', 'base n|1']);
    expect(await write(store, both('n|1'), both('n|1'))).toEqual([null, 'n|1', null, 'n|1']);
    expect(asked()).toEqual(['meta edition']);
    expect(await write(store, both('n|1', 'n|2'))).toEqual([null, null, 'n|1', 'n|2']);
    expect(asked()).toEqual(['meta edition', 'overlay n|2', 'base n|2']);
  });

  it('knows what a screen has read: single records, ranges, and that nothing else is pending', async () => {
    const store = open();
    await write(store, [put('base', row('n|1'), row('n|2')), put('overlay', row('n|2', 'pending'))]);
    await read(store, both('n|9'));
    await read(store, [
      { op: 'range', table: 'base', by: 'x', from: 'n|', to: 'n}', limit: 200, reverse: true },
      { op: 'range', table: 'overlay', by: 'k', from: 'n|', to: 'n}', limit: 50 },
    ]);
    asked();
    expect(await write(store, both('n|1', 'n|2', 'n|9'))).toEqual([null, 'pending', null, 'n|1', 'n|2', null]);
    expect(asked()).toEqual(['meta edition']);
  });

  it('knows what it wrote itself', async () => {
    const store = open();
    await write(store, both('n|1'));
    await write(store, [put('overlay', row('n|1', 'first'))]);
    await write(store, both('n|1'), [put('overlay', row('n|1', 'second'))]);
    asked();
    expect(await write(store, both('n|1'))).toEqual(['second', null]);
    expect(asked()).toEqual(['meta edition']);
  });

  it('goes on with what another connection tells of a small commit, and reads anew after one that it has not heard of', async () => {
    const [one, other] = [open(), open()];
    await write(one, [put('base', row('n|1'), row('n|2'))]);
    await write(one, both('n|1', 'n|2'));
    await other.tx('relaxed', function* () {
      yield [{ op: 'get', table: 'base', keys: ['n|1'] }];
      yield [{ op: 'put', table: 'base', rows: [row('n|1', 'confirmed')], isBare: true }];
    });
    await heard();
    asked();
    expect(await write(one, both('n|1', 'n|2'))).toEqual([null, null, 'confirmed', 'n|2']);
    expect(asked()).toEqual(['meta edition']);
    const writing = write(other, [put('base', row('n|2', 'newer'))]);
    expect(await write(one, both('n|2'))).toEqual([null, 'newer']);
    // Held back at first, and asked for once storage had said another edition.
    expect(asked()).toEqual(['meta edition', 'meta edition', 'overlay n|2', 'base n|2']);
    await writing;
  });

  it('shares a transaction with reads of other tables, whichever of them is answered first', async () => {
    const store = open();
    await write(store, [put('base', row('n|1'))]);
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const small: StoreCommand = { op: 'range', table: 'outbox', by: 'k', from: '', to: '~' };
    const [none, found, empty] = await Promise.all([
      read(store, [small]),
      read(store, both('n|1')),
      read(store, [{ op: 'get', table: 'base', keys: [] }]),
    ]);
    expect([none, found, empty]).toEqual([[[]], [[undefined], [row('n|1')]], [[]]]);
    expect(begun).toHaveBeenCalledTimes(1);
  });

  it('holds nothing back beside what it writes in the same breath', async () => {
    const [one, other] = [open(), open()];
    await write(one, [put('overlay', row('n|1'))]);
    await write(one, both('n|1'));
    await write(other, [put('overlay', row('n|1', 'newer'))]);
    const taken = await write(one, [
      { op: 'get', table: 'overlay', keys: ['n|1'] },
      { op: 'delete', table: 'overlay', keys: ['n|1'] },
    ]);
    expect(taken).toEqual(['newer']);
  });

  it('of the lock leaves a new edition, and one of other small rows does not', async () => {
    const store = open();
    const edition = async () => (await read(store, [{ op: 'get', table: 'meta', keys: ['edition'] }]))[0]?.[0]?.m;
    await write(store, [put('base', row('n|1'))]);
    const first = await edition();
    await write(store, [put('meta', row('client'))]);
    expect(await edition()).toBe(first);
    await write(store, [put('meta', row('lock'))]);
    const second = await edition();
    expect(second).not.toBe(first);
    await store.tx('relaxed', function* () {
      yield [{ op: 'delete', table: 'overlay', keys: ['n|1'] }];
    });
    expect(await edition()).not.toBe(second);
  });

  it('compares the edition also where that is known before a record is asked for', async () => {
    const [one, other] = [open(), open()];
    const small = ['client', 'cursor', 'lock'];
    await write(one, [put('meta', row('client'), row('lock')), put('base', row('n|1'))]);
    await write(one, both('n|1', 'n|2'));
    const metas: StoreCommand = { op: 'get', table: 'meta', keys: [...small, 'edition'] };
    // Its handle is open: it comes before whoever asks after it.
    await read(other, [metas]);
    const writing = write(other, [put('base', row('n|1', 'newer')), put('overlay', row('n|2', 'new'))]);
    for (const ahead of [{ metas: small }, undefined]) {
      const found = await one.tx(
        'strict',
        function* () {
          yield [metas];
          const rows = yield both('n|1', 'n|2');
          return rows.flat().map((found) => found?.m ?? null);
        },
        ahead,
      );
      expect(found).toEqual([null, 'new', 'newer', null]);
    }
    await writing;
  });

  it('that names its small rows ahead has asked for them before its body begins, and for none of them again', async () => {
    const store = open();
    const small = ['client', 'cursor', 'lock'];
    await write(store, [put('meta', row('client'), row('lock')), put('base', row('n|1'))]);
    asked();
    const all = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    let before = 0;
    const found = await store.tx(
      'strict',
      function* () {
        before = all.mock.calls.length;
        const [metas, base] = yield [
          { op: 'get', table: 'meta', keys: ['lock', 'client'] },
          { op: 'get', table: 'base', keys: ['n|1'] },
        ];
        return [...(metas ?? []), ...(base ?? [])].map((one) => one?.k);
      },
      { metas: small },
    );
    expect(found).toEqual(['lock', 'client', 'n|1']);
    expect([before, all.mock.calls.length, asked()]).toEqual([1, 1, ['base n|1']]);
    // Waited for, though nothing else was asked.
    const alone = await store.tx(
      'strict',
      function* () {
        const [metas] = yield [{ op: 'get', table: 'meta', keys: ['client'] }];
        return metas?.[0]?.k;
      },
      { metas: small },
    );
    expect(alone).toBe('client');
  });
});
