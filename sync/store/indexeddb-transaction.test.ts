import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoreCommand, StoreResult } from '../ports.ts';
import { RowMemory } from './row-memory.ts';
import { runReads, runTransaction } from './indexeddb-transaction.ts';

let db: IDBDatabase;
let count = 0;

beforeEach(async () => {
  count += 1;
  db = await new Promise((resolve, reject) => {
    const request = indexedDB.open(`transaction-${count}`, 1);
    request.onupgradeneeded = () => {
      for (const table of ['base', 'overlay', 'outbox', 'attention', 'meta'])
        request.result.createObjectStore(table, { keyPath: 'k' }).createIndex('x', 'x', { multiEntry: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  db.close();
});

const put = (k: string, m: unknown = k): StoreCommand => ({ op: 'put', table: 'base', rows: [{ k, m, x: [`x${k}`] }] });
const range = (more: object = {}): StoreCommand => ({
  op: 'range',
  table: 'base',
  by: 'k',
  from: '',
  to: '~',
  ...more,
});

/** Runs one batch after the other, and answers what each brought. */
function batches(...all: readonly (readonly StoreCommand[])[]) {
  return runTransaction(db, { durability: 'relaxed', memory: new RowMemory('a') }, function* () {
    const results: (readonly StoreResult[])[] = [];
    for (const batch of all) results.push(yield batch);
    return results;
  });
}
const keys = async (): Promise<readonly (string | undefined)[]> => {
  const { value } = await batches([range()]);
  return (value[0]?.[0] ?? []).map((row) => row?.k);
};

describe('a transaction', () => {
  let dropped: IDBTransaction | null = null;
  let begun: unknown[] = [];
  beforeEach(() => {
    const begin = db.transaction.bind(db);
    vi.spyOn(db, 'transaction').mockImplementation((...given) => {
      begun = given;
      dropped = begin(...given);
      return dropped;
    });
  });

  it('sees its own writes, in the order in which they were asked for, and says what it changed once all is committed', async () => {
    const { value, change } = await batches(
      [put('a'), put('b')],
      [range(), { op: 'delete', table: 'base', keys: ['a'] }],
      [range()],
    );
    expect(value.map((results) => results[0]?.map((row) => row?.k))).toEqual([[], ['a', 'b'], ['b']]);
    expect([...(change?.tables ?? [])]).toEqual(['base']);
    expect(await keys()).toEqual(['b']);
    expect((await batches([range()])).change).toBeNull();
  });

  it('whose body throws leaves nothing, and rejects with that very error', async () => {
    const bug = new Error('a bug');
    const failed = runTransaction(db, { durability: 'strict', memory: new RowMemory('a') }, function* () {
      yield [put('a')];
      yield [range()];
      throw bug;
    });
    await expect(failed).rejects.toBe(bug);
    expect(await keys()).toEqual([]);
  });

  it('whose row cannot be stored leaves nothing of the others either', async () => {
    await expect(batches([put('a')], [put('b', () => undefined)])).rejects.toMatchObject({ name: 'DataCloneError' });
    expect(await keys()).toEqual([]);
  });

  it.each(['strict', 'relaxed'] as const)('is as durable as was asked: %s', async (durability) => {
    await runTransaction(db, { durability, memory: new RowMemory('a') }, function* () {
      yield [put('a')];
    });
    expect(begun).toEqual([['base', 'overlay', 'outbox', 'attention', 'meta'], 'readwrite', { durability }]);
  });

  it.each([
    ['QuotaExceededError', 'quota'],
    ['AbortError', 'failed'],
  ])('that the browser ends with %s after its commit was asked for is said as “%s”', async (name, code) => {
    vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
      Object.defineProperty(this, 'error', { value: new DOMException('', name) });
      this.onabort?.(new Event('abort'));
    });
    await expect(batches([put('a')])).rejects.toMatchObject({ name: 'StoreError', code });
  });

  it('that the browser ends before is said in the browser’s words', async () => {
    const cut = runTransaction(db, { durability: 'relaxed', memory: new RowMemory('a') }, function* () {
      yield [put('a'), range()];
      // As where the browser drops it: nothing here has thrown.
      dropped?.abort();
      yield [range()];
    });
    await expect(cut).rejects.toBeInstanceOf(DOMException);
    expect(await keys()).toEqual([]);
  });
});

describe('several reads in one transaction', () => {
  const read = (commands: readonly StoreCommand[], onResult: (results: readonly StoreResult[]) => void) => ({
    begin: function* () {
      onResult(yield commands);
    },
    fail: () => undefined,
  });

  it('each gets its own answer, and all are over together', async () => {
    await batches([put('a'), put('b')]);
    const found: unknown[] = [];
    const get = (key: string): StoreCommand => ({ op: 'get', table: 'base', keys: [key] });
    await runReads(
      db,
      new RowMemory('a'),
      ['a', 'b', 'c'].map((key) => read([get(key)], ([rows]) => found.push(rows?.[0]?.k))),
    );
    expect(found).toEqual(['a', 'b', undefined]);
  });

  it('one that throws takes none of the others with it', async () => {
    await batches([put('a')]);
    const failed: unknown[] = [];
    const found: unknown[] = [];
    const bug = new Error('a bug');
    await runReads(db, new RowMemory('a'), [
      {
        begin: function* () {
          yield [range()];
          throw bug;
        },
        fail: (error) => failed.push(error),
      },
      read([range()], ([rows]) => found.push(rows?.length)),
    ]);
    expect([failed, found]).toEqual([[bug], [1]]);
  });

  it('one that finds the transaction over fails all: none of them may be answered by half', async () => {
    const failed: unknown[] = [];
    const lost = runReads(db, new RowMemory('a'), [
      {
        begin: function* () {
          yield [range()];
          throw new DOMException('gone', 'InvalidStateError');
        },
        fail: (error) => failed.push(error),
      },
    ]);
    await expect(lost).rejects.toMatchObject({ name: 'InvalidStateError' });
    expect(failed).toEqual([]);
  });
});

describe('a range', () => {
  const rows = ['a', 'b', 'c', 'd'];
  beforeEach(async () => {
    const twice: StoreCommand = {
      op: 'put',
      table: 'overlay',
      rows: rows.map((k) => ({ k, x: [`1${k}`, `2${k}`] })),
    };
    // Both entries of a row beside each other: a limit of entries is none of rows.
    const beside: StoreCommand = {
      op: 'put',
      table: 'attention',
      rows: rows.map((k) => ({ k, x: [`${k}1`, `${k}2`] })),
    };
    await batches([...rows.map((k) => put(k)), twice, beside]);
  });

  const ask = async (more: object) => {
    const { value } = await batches([range(more)]);
    return value[0]?.[0]?.map((row) => row?.k);
  };

  it.each([
    [{}, ['a', 'b', 'c', 'd']],
    [{ from: 'b', to: 'd' }, ['b', 'c']],
    [{ from: 'c', to: 'c' }, []],
    [{ from: 'd', to: 'a' }, []],
    [{ reverse: true }, ['d', 'c', 'b', 'a']],
    [{ limit: 2 }, ['a', 'b']],
    [{ limit: 9 }, ['a', 'b', 'c', 'd']],
    [{ limit: 1, reverse: true }, ['d']],
    [{ limit: 3, reverse: true }, ['d', 'c', 'b']],
    [{ limit: 9, reverse: true }, ['d', 'c', 'b', 'a']],
    [{ by: 'x', from: 'xb', to: 'xd' }, ['b', 'c']],
    [{ table: 'overlay', by: 'x' }, ['a', 'b', 'c', 'd']],
    [{ table: 'overlay', by: 'x', from: '1c' }, ['c', 'd', 'a', 'b']],
    [{ table: 'overlay', by: 'x', reverse: true }, ['d', 'c', 'b', 'a']],
    [{ table: 'overlay', by: 'x', to: '2b', reverse: true }, ['a', 'd', 'c', 'b']],
    [{ table: 'overlay', by: 'x', from: '1c', limit: 4 }, ['c', 'd', 'a', 'b']],
    [{ table: 'overlay', by: 'x', from: '1c', limit: 3 }, ['c', 'd', 'a']],
    [{ table: 'overlay', by: 'x', to: '2b', limit: 4, reverse: true }, ['a', 'd', 'c', 'b']],
    [{ table: 'overlay', by: 'x', limit: 4, reverse: true }, ['d', 'c', 'b', 'a']],
    [{ table: 'overlay', by: 'x', limit: 4 }, rows],
    [{ table: 'attention', by: 'x', limit: 3 }, ['a', 'b', 'c']],
    [{ table: 'attention', by: 'x', limit: 4 }, rows],
    [{ table: 'attention', by: 'x', limit: 9 }, rows],
    [{ table: 'attention', by: 'x', limit: 3, reverse: true }, ['d', 'c', 'b']],
    [{ table: 'attention', by: 'x', limit: 9, reverse: true }, ['d', 'c', 'b', 'a']],
  ])('%j: %j', async (more, found) => {
    expect(await ask(more)).toEqual(found);
  });
});

describe('the small rows', () => {
  const small = (...names: readonly string[]): StoreCommand => ({ op: 'get', table: 'meta', keys: names });
  const puts = (...names: readonly string[]): StoreCommand => ({
    op: 'put',
    table: 'meta',
    rows: names.map((k) => ({ k, m: 1 })),
  });
  const said = (results: readonly StoreResult[] | undefined) =>
    results?.map((rows) => rows.map((row) => row?.m ?? null));

  it('that are wanted together come in one question, with what lies between them and nothing beyond', async () => {
    await batches([puts('client', 'cursor', 'lock', 'mark', 'sent', 'sums')]);
    const asked = vi.spyOn(IDBObjectStore.prototype, 'getAll');
    const alone = vi.spyOn(IDBObjectStore.prototype, 'get');
    const { value } = await batches(
      [small('lock', 'client', 'sent', 'cursor')],
      [small('mark')],
      // Beyond: asked for by itself, alone or beside one that is known.
      [small('sums')],
      [small('sums', 'client')],
    );
    expect(value.map(said)).toEqual([[[1, 1, 1, 1]], [[1]], [[1]], [[1, 1]]]);
    expect(asked.mock.results.map((call) => (call.type === 'return' ? keysOf(call.value.result) : null))).toEqual([
      ['client', 'cursor', 'edition', 'lock', 'mark', 'sent'],
    ]);
    expect(alone.mock.calls.map(([key]) => key)).toEqual(['sums', 'sums', 'client']);
  });

  it('are known as the transaction itself has left them', async () => {
    await batches([puts('client', 'cursor', 'lock', 'sent')]);
    const changed: StoreCommand = { op: 'put', table: 'meta', rows: ['client', 'sums'].map((k) => ({ k, m: 2 })) };
    const { value } = await batches(
      [small('lock', 'client', 'sent', 'cursor')],
      [changed, { op: 'delete', table: 'meta', keys: ['lock'] }],
      [small('client', 'lock'), small('sums', 'lock', 'client')],
    );
    expect(said(value[2])).toEqual([
      [2, null],
      [2, null, 2],
    ]);
  });
});

function keysOf(rows: readonly { readonly k: string }[]): readonly string[] {
  return rows.map(({ k }) => k);
}
