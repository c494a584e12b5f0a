import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ahead, Body, ReplicaRow, ReplicaStore, StoreCommand } from '../ports.ts';
import { openIndexedDbStore } from './indexeddb-store.ts';
import { MemoryDisk } from './memory-store.ts';

const opened: ReplicaStore[] = [];
let count = 0;

beforeEach(() => {
  count += 1;
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const store of opened.splice(0)) store.close();
});

function open(): ReplicaStore {
  const store = openIndexedDbStore({ name: `foreseen-${count}` });
  opened.push(store);
  return store;
}

const metas = ['client', 'cursor', 'lock'] as const;
const exactly: Ahead = {
  metas,
  isSame: (remembered, found) => JSON.stringify(remembered) === JSON.stringify(found),
};
const put = (table: 'base' | 'overlay' | 'outbox' | 'meta', ...rows: readonly ReplicaRow[]): StoreCommand => ({
  op: 'put',
  table,
  rows,
});
const run = <R>(store: ReplicaStore, body: () => Body<R>, ahead?: Ahead): Promise<R> => store.tx('strict', body, ahead);
const only = (store: ReplicaStore, ...commands: readonly StoreCommand[]) =>
  run(store, function* () {
    yield commands;
  });
const rowsOf = (store: ReplicaStore, table: 'base' | 'overlay' | 'outbox') =>
  store.read(function* () {
    const [rows] = yield [{ op: 'range', table, by: 'k', from: '', to: '~' }];
    return (rows ?? []).map((row) => [row?.k, row?.m]);
  });
const textOf = (row: ReplicaRow | undefined): string => (typeof row?.m === 'string' ? row.m : 'none');
/** Word of a commit crosses in a task of its own. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 10));

/** A change as a person makes it: it counts on, and writes over what it reads. `seen` takes down what it read each time it is run. */
const change = (key: string, seen: string[] = []) =>
  function* (): Body<number> {
    const [small, records] = yield [
      { op: 'get', table: 'meta', keys: metas },
      { op: 'get', table: 'base', keys: [key] },
    ];
    const last = Number(small?.[0]?.m ?? 0);
    const found = textOf(records?.[0]);
    seen.push(`${last} ${found}`);
    yield [
      put('overlay', { k: key, m: `over ${found}` }),
      put('outbox', { k: `o${last + 1}`, m: key }),
      put('meta', { k: 'client', m: last + 1 }),
    ];
    return last + 1;
  };

/** A store on which one change has been made, so that the next one may be foreseen. */
async function begun(): Promise<ReplicaStore> {
  const store = open();
  await only(store, put('base', { k: 'n|1', m: 'one' }, { k: 'n|2', m: 'two' }));
  await run(store, change('n|1'), exactly);
  return store;
}

/** Whether a body was first run before storage had answered anything. */
async function isRunAhead(store: ReplicaStore, body: () => Body<unknown>, ahead?: Ahead): Promise<boolean> {
  const before: boolean[] = [];
  let answered = false;
  const getAll = IDBObjectStore.prototype.getAll;
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = getAll.apply(this, args);
    request.addEventListener('success', () => (answered = true));
    return request;
  });
  const noting = function* (): Body<unknown> {
    const value = yield* body();
    before.push(!answered);
    return value;
  };
  await run(store, noting, ahead);
  vi.restoreAllMocks();
  return before[0] === true;
}

describe('[ST-32] a write is run ahead on what is remembered', () => {
  it('and once, where storage then says the same', async () => {
    const store = await begun();
    const seen: string[] = [];
    expect(await isRunAhead(store, change('n|1', seen), exactly)).toBe(true);
    expect(await run(store, change('n|1', seen), exactly)).toBe(3);
    expect(seen).toEqual(['1 one', '2 one']);
    expect(await rowsOf(store, 'outbox')).toEqual([
      ['o1', 'n|1'],
      ['o2', 'n|1'],
      ['o3', 'n|1'],
    ]);
    expect(await rowsOf(store, 'overlay')).toEqual([['n|1', 'over one']]);
  });

  it('and once more, with nothing of it left, where somebody has written a record of whom no word has come', async () => {
    const [store, other] = [await begun(), open()];
    await rowsOf(other, 'outbox');
    const seen: string[] = [];
    const writing = only(other, put('base', { k: 'n|1', m: 'newer' }));
    expect(await run(store, change('n|1', seen), exactly)).toBe(2);
    await writing;
    expect(seen).toEqual(['1 one', '1 newer']);
    expect(await rowsOf(store, 'overlay')).toEqual([['n|1', 'over newer']]);
  });

  it('and once more, where a small row is another than was remembered and that matters', async () => {
    const store = await begun();
    await only(store, put('meta', { k: 'client', m: 7 }));
    const seen: string[] = [];
    expect(await run(store, change('n|1', seen), exactly)).toBe(8);
    expect(seen).toEqual(['1 one', '7 one']);
    expect(await rowsOf(store, 'outbox')).toEqual([
      ['o1', 'n|1'],
      ['o8', 'n|1'],
    ]);
    await only(store, put('meta', { k: 'cursor', m: 'further' }));
    const asked: unknown[] = [];
    const isSame: Ahead['isSame'] = (remembered, found) => {
      asked.push(
        remembered.map((row) => row?.m),
        found.map((row) => row?.m),
      );
      return true;
    };
    expect(await run(store, change('n|1', seen), { metas, isSame })).toBe(9);
    expect(asked).toEqual([
      [8, undefined, undefined],
      [8, 'further', undefined],
    ]);
    expect(seen).toEqual(['1 one', '7 one', '8 one']);
  });

  it('from two connections at once, and each of their changes stands', async () => {
    const [one, other] = [await begun(), open()];
    await run(other, change('n|2'), exactly);
    const turns = Array.from({ length: 20 }, (_, turn) => run(turn % 3 === 0 ? one : other, change('n|1'), exactly));
    const made = await Promise.all(turns);
    expect(made.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, turn) => turn + 3));
    expect(await rowsOf(one, 'outbox')).toHaveLength(22);
  });

  it('goes on ahead after another connection has told of its commit', async () => {
    const [store, other] = [await begun(), open()];
    await other.tx('relaxed', function* () {
      yield [{ op: 'get', table: 'base', keys: ['n|1'] }];
      yield [{ op: 'put', table: 'base', rows: [{ k: 'n|1', m: 'confirmed' }], isBare: true }];
    });
    await heard();
    const seen: string[] = [];
    expect(await isRunAhead(store, change('n|1', seen), exactly)).toBe(true);
    expect(seen).toEqual(['1 confirmed']);
  });

  it('and not where the body has not said what it rests on', async () => {
    const store = await begun();
    expect(await isRunAhead(store, change('n|1'), { metas })).toBe(false);
    expect(await isRunAhead(store, change('n|1'))).toBe(false);
  });

  const notForeseen: Readonly<Record<string, () => Body<unknown>>> = {
    'a record that is not remembered': function* () {
      return yield [{ op: 'get', table: 'base', keys: ['n|2'] }];
    },
    'a row that is none of a record': function* () {
      return yield [{ op: 'get', table: 'outbox', keys: ['o1'] }];
    },
    'a small row that was not named': function* () {
      return yield [{ op: 'get', table: 'meta', keys: ['leader'] }];
    },
    'a range': function* () {
      return yield [{ op: 'range', table: 'base', by: 'k', from: 'n|', to: 'n}' }];
    },
    'what it has written itself': function* () {
      yield [put('overlay', { k: 'n|1', m: 'mine' })];
      const [rows] = yield [{ op: 'get', table: 'overlay', keys: ['n|1'] }];
      return textOf(rows?.[0]);
    },
  };
  it.each(Object.entries(notForeseen))('and not where it asks for %s', async (_, body) => {
    const store = await begun();
    expect(await isRunAhead(store, body, exactly)).toBe(false);
    // It has changed nothing of what the next one rests on.
    const seen: string[] = [];
    expect(await run(store, change('n|1', seen), exactly)).toBe(2);
    expect(seen).toEqual(['1 one']);
  });

  it('and finds what it has written itself', async () => {
    const store = await begun();
    await only(store, { op: 'get', table: 'overlay', keys: ['n|1'] });
    expect(await run(store, notForeseen['what it has written itself'] ?? change('n|1'), exactly)).toBe('mine');
  });

  it('and on what storage holds, where it throws on what is remembered', async () => {
    const [store, other] = [await begun(), open()];
    await rowsOf(other, 'outbox');
    const writing = only(other, put('base', { k: 'n|1', m: 'mended' }));
    const strict = function* (): Body<string> {
      const [rows] = yield [{ op: 'get', table: 'base', keys: ['n|1'] }];
      if (rows?.[0]?.m !== 'mended') throw new Error('broken');
      return 'read';
    };
    expect(await run(store, strict, exactly)).toBe('read');
    await writing;
    await only(store, put('base', { k: 'n|1', m: 'broken' }));
    await expect(run(store, strict, exactly)).rejects.toThrow('broken');
  });

  it('and says why, with nothing changed, where storage does not take what it wrote', async () => {
    const store = await begun();
    const unclonable = function* (): Body<void> {
      yield [put('overlay', { k: 'n|1', m: 'half' })];
      yield [put('outbox', { k: 'o2', m: () => undefined })];
    };
    await expect(run(store, unclonable, exactly)).rejects.toMatchObject({ name: 'DataCloneError' });
    expect(await rowsOf(store, 'overlay')).toEqual([['n|1', 'over one']]);
    expect(await run(store, change('n|1'), exactly)).toBe(2);
  });

  it('and what did not come to its end is not remembered', async () => {
    const store = await begun();
    const commit = IDBTransaction.prototype.commit;
    vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function (this: IDBTransaction) {
      this.abort();
    });
    await expect(run(store, change('n|1'), exactly)).rejects.toMatchObject({ code: 'failed' });
    expect(IDBTransaction.prototype.commit).not.toBe(commit);
    const seen: string[] = [];
    expect(await run(store, change('n|1', seen), exactly)).toBe(2);
    expect(seen).toEqual(['1 one']);
  });
});

describe('[ST-32] the disk of the simulation', () => {
  it('runs each such body ahead too, and insists that it would have written the same', async () => {
    const store = new MemoryDisk().connect();
    await only(store, put('base', { k: 'n|1', m: 'one' }));
    const seen: string[] = [];
    await run(store, change('n|1', seen), exactly);
    await run(store, change('n|1', seen), exactly);
    expect(seen).toEqual(['0 one', '1 one', '1 one']);
    let turn = 0;
    const fickle = function* (): Body<void> {
      turn += 1;
      yield [put('overlay', { k: 'n|1', m: turn })];
    };
    await expect(run(store, fickle, exactly)).rejects.toThrow('what is foreseen is what comes');
    // Where storage holds something else nothing was foreseen, and nothing is compared.
    await only(store, put('meta', { k: 'client', m: 9 }));
    await run(store, fickle, exactly);
  });
});
