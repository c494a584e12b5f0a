import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../sync/core/record.ts';
import { FolderStore } from '../testing/folder-store.ts';
import { call, type Plan, type Store } from './port.ts';
import { RecordCache } from './record-cache.ts';

const recordOf = (version: number): StoredRecord => ({
  collection: 'note',
  id: 'n1',
  scope: 'chart:c1',
  cls: 'care',
  version,
  shape: 1,
  body: { text: `version ${version}` },
  stamps: { text: `uid-${version}` },
});

function* put(version: number): Plan<void> {
  yield* call('putRecord', { record: recordOf(version), sealed: true, rows: [], oldRows: [], isNew: version === 1 });
}

/** As a mutation asks: inside a writing transaction. */
const ask = () => call('getRecord', 'note', 'n1');

describe('records are remembered between transactions', () => {
  let folder: FolderStore;
  let store: Store;

  beforeEach(async () => {
    folder = new FolderStore();
    store = folder.store;
    await store.write(() => put(1));
    expect(await store.write(ask)).toEqual(recordOf(1));
  });

  afterEach(() => folder.dispose());

  test('a new version, and a removal, are seen by the same transaction and by the next', async () => {
    const seen = await store.write(function* () {
      yield* put(2);
      return yield* ask();
    });
    expect(seen).toEqual(recordOf(2));
    expect(await store.write(ask)).toEqual(recordOf(2));
    const gone = await store.write(function* () {
      yield* call('removeRecord', 'note', 'n1', []);
      return yield* ask();
    });
    expect(gone).toBeUndefined();
  });

  test('who asks gets an object of its own', async () => {
    const first = await store.write(ask);
    Object.assign(first?.body as object, { text: 'changed by whoever got it' });
    expect(await store.write(ask)).toEqual(recordOf(1));
  });

  test('what another connection wrote is seen by the next transaction', async () => {
    const other = folder.open();
    await other.write(() => put(2));
    await other.close();
    expect(await store.write(ask)).toEqual(recordOf(2));
  });

  test('a version that was undone, with its plan or to a savepoint, has not been', async () => {
    const failing = store.write(function* () {
      yield* put(2);
      throw new Error('bug');
    });
    const neighbour = store.write(ask);
    await expect(failing).rejects.toThrow('bug');
    expect(await neighbour).toEqual(recordOf(1));
    const undone = await store.write(function* () {
      yield* call('savepoint');
      yield* put(2);
      yield* call('rollbackTo');
      return yield* ask();
    });
    expect(undone).toEqual(recordOf(1));
  });

  test('the oldest make room', () => {
    const cache = new RecordCache(10);
    const text = (id: string) => ({ ...recordOf(1), id, body: '12345', stamps: '' });
    for (const id of ['one', 'two', 'one', 'three']) cache.keep(text(id));
    expect(['one', 'two', 'three'].filter((id) => cache.get('note', id))).toEqual(['one', 'three']);
    cache.drop('note', 'one');
    cache.keep(text('four'));
    expect(['three', 'four'].filter((id) => cache.get('note', id))).toEqual(['three', 'four']);
    // What was forgotten takes no room.
    cache.forget();
    for (const id of ['five', 'six']) cache.keep(text(id));
    expect(['four', 'five', 'six'].filter((id) => cache.get('note', id))).toEqual(['five', 'six']);
  });
});
