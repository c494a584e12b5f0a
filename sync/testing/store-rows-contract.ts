import type { ReplicaRow, ReplicaStore, StoreCommand } from '../ports.ts';
import { keysOf, messageOf, put, row, run, type StoreCase } from './store-case.ts';

/** What is read is what was written: transactions, ranges, index entries. */
export const rowsContract: readonly StoreCase[] = [
  {
    name: '[ST-1] reads its own writes within one transaction',
    observe: (open) =>
      open().tx('strict', function* () {
        yield [put('base', row('a|1'))];
        return keysOf(yield [{ op: 'get', table: 'base', keys: ['a|1', 'a|2'] }]);
      }),
    expected: [['a|1', null]],
  },
  {
    name: '[ST-2] a body that throws changes nothing',
    observe: async (open) => {
      const store = open();
      await run(store, [put('meta', row('kept'))]);
      const attempt = store.tx('strict', function* () {
        yield [put('meta', row('lost'))];
        yield [{ op: 'delete', table: 'meta', keys: ['kept'] }];
        throw new Error('a bug in the body');
      });
      const failure = await messageOf(attempt);
      return { failure, rows: keysOf(await run(store, [{ op: 'get', table: 'meta', keys: ['kept', 'lost'] }])) };
    },
    expected: { failure: 'a bug in the body', rows: [['kept', null]] },
  },
  {
    name: '[ST-3] ranges are half-open, ordered by code unit, limited and reversible',
    observe: async (open) => {
      const store = open();
      await run(store, [put('outbox', ...['b', 'a', 'Z', 'c', 'é'].map((k) => row(k)))]);
      const results = await run(store, [
        { op: 'range', table: 'outbox', by: 'k', from: 'Z', to: 'c' },
        { op: 'range', table: 'outbox', by: 'k', from: '', to: '\uffff', limit: 2, reverse: true },
      ]);
      return keysOf(results);
    },
    expected: [
      ['Z', 'a', 'b'],
      ['é', 'c'],
    ],
  },
  {
    name: '[ST-4] an index range gives each row once, in order of its entries',
    observe: async (open) => {
      const store = open();
      const rows = [row('n|2', ['n|at|2', 'n|at|1']), row('n|1', ['n|at|3']), row('n|3', ['n|of|1']), row('n|4', [])];
      await run(store, [put('base', ...rows)]);
      return keysOf(await run(store, [{ op: 'range', table: 'base', by: 'x', from: 'n|at|', to: 'n|at}' }]));
    },
    expected: [['n|2', 'n|1']],
  },
  {
    name: '[ST-5] sealed bytes come back as they were',
    observe: async (open) => {
      const store = open();
      const z = Uint8Array.from([0, 1, 2, 255]);
      await run(store, [put('base', { k: 'a|1', v: 3, s: 'chart:1', z })]);
      const [found] = await run(store, [{ op: 'get', table: 'base', keys: ['a|1'] }]);
      const bytes = found?.[0]?.z;
      return { bytes: bytes instanceof Uint8Array ? [...bytes] : null, version: found?.[0]?.v, scope: found?.[0]?.s };
    },
    expected: { bytes: [0, 1, 2, 255], version: 3, scope: 'chart:1' },
  },
  {
    name: '[ST-6] transactions of several connections are serialised: no update is lost',
    observe: async (open) => {
      const connections = [open(), open()];
      const increment = (store: ReplicaStore): Promise<void> =>
        store.tx('strict', function* () {
          const [found] = yield [{ op: 'get', table: 'meta', keys: ['count'] }];
          const count = (found?.[0]?.m as number | undefined) ?? 0;
          yield [put('meta', { k: 'count', m: count + 1 })];
        });
      const turns = Array.from({ length: 10 }, () => connections).flat();
      await Promise.all(turns.map((store) => increment(store)));
      const [found] = await run(open(), [{ op: 'get', table: 'meta', keys: ['count'] }]);
      return found?.[0]?.m;
    },
    expected: 20,
  },
  {
    name: '[ST-10] a reading body sees commits, and a write in it fails and changes nothing',
    observe: async (open) => {
      const store = open();
      await run(store, [put('meta', row('kept'))]);
      const seen = await store.read(function* () {
        return keysOf(yield [{ op: 'get', table: 'meta', keys: ['kept'] }]);
      });
      const attempt = store.read(function* () {
        yield [put('meta', row('written'))];
      });
      const failed = (await messageOf(attempt)) !== null;
      return { seen, failed, after: keysOf(await run(store, [{ op: 'get', table: 'meta', keys: ['written'] }])) };
    },
    expected: { seen: [['kept']], failed: true, after: [[null]] },
  },
  {
    name: '[ST-11] the limit of an index range counts rows, however many entries each has',
    observe: async (open) => {
      const store = open();
      await run(store, [put('base', ...rowsOfManyEntries())]);
      const limits = [0, 1, 2, 3, 4, 9];
      return keysOf(await run(store, limits.map(manyEntriesRange)));
    },
    expected: [
      [],
      ['t|a'],
      ['t|a', 't|b'],
      ['t|a', 't|b', 't|c'],
      ['t|a', 't|b', 't|c', 't|d'],
      ['t|a', 't|b', 't|c', 't|d'],
    ],
  },
  {
    name: '[ST-12] a reversed index range with a limit gives the last rows, each once, at its last entry',
    observe: async (open) => {
      const store = open();
      await run(store, [put('base', ...rowsOfManyEntries())]);
      const limits = [0, 1, 2, 3, 9];
      const results = await run(
        store,
        limits.map((limit) => ({ ...manyEntriesRange(limit), reverse: true })),
      );
      return keysOf(results);
    },
    // `t|a` begins before all others and ends after them.
    expected: [[], ['t|a'], ['t|a', 't|d'], ['t|a', 't|d', 't|c'], ['t|a', 't|d', 't|c', 't|b']],
  },
  {
    name: '[ST-24] a reversed index range gives the same order without a limit as with one',
    observe: async (open) => {
      const store = open();
      await run(store, [put('base', ...rowsOfManyEntries())]);
      const { limit: _limit, ...all } = manyEntriesRange(9);
      return keysOf(await run(store, [{ ...all, reverse: true }]));
    },
    expected: [['t|a', 't|d', 't|c', 't|b']],
  },
  {
    name: '[ST-13] a read sees the writes before it in its own batch, and none that follow',
    observe: async (open) => {
      const store = open();
      await run(store, [put('base', row('a|1'), row('a|2'))]);
      const results = await store.tx('strict', function* () {
        const answers = yield [
          { op: 'get', table: 'base', keys: ['a|1', 'a|3'] },
          put('base', row('a|3', ['a|x|3'])),
          { op: 'delete', table: 'base', keys: ['a|1'] },
          { op: 'get', table: 'base', keys: ['a|1', 'a|3'] },
          { op: 'range', table: 'base', by: 'k', from: 'a|', to: 'a}' },
          { op: 'range', table: 'base', by: 'x', from: 'a|x|', to: 'a|x}', limit: 5 },
          put('base', row('a|4')),
        ];
        return answers;
      });
      return keysOf(results);
    },
    expected: [['a|1', null], [], [], [null, 'a|3'], ['a|2', 'a|3'], ['a|3'], []],
  },
  {
    name: '[ST-26] many small rows asked for at once, and again after writes of the same transaction, are what lies there',
    observe: async (open) => {
      const store = open();
      const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      await run(store, [put('meta', ...names.map((k) => ({ k, m: 'before' })))]);
      const all: StoreCommand = { op: 'get', table: 'meta', keys: [...names, 'none'] };
      return store.tx('strict', function* () {
        const [first] = yield [all];
        const [, second] = yield [
          put('meta', { k: 'a', m: 'after' }, { k: 'g', m: 'new' }),
          all,
          put('meta', { k: 'b', m: 'later' }),
        ];
        const [third, , fourth] = yield [
          all,
          { op: 'delete', table: 'meta', keys: ['c'] },
          { op: 'get', table: 'meta', keys: ['c', 'g'] },
        ];
        return [first, second, third, fourth].map((rows) => rows?.map((found) => found?.m ?? null));
      });
    },
    expected: [
      ['before', 'before', 'before', 'before', 'before', 'before', null],
      ['after', 'before', 'before', 'before', 'before', 'before', null],
      ['after', 'later', 'before', 'before', 'before', 'before', null],
      [null, 'new'],
    ],
  },
  {
    name: '[ST-16] nothing asked gives nothing: no keys, a range that ends where it begins or before',
    observe: async (open) => {
      const store = open();
      await run(store, [put('base', row('a|1', ['a|x|1']))]);
      const commands = (['k', 'x'] as const).flatMap((by) =>
        [
          { from: 'a|', to: 'a|' },
          { from: 'a}', to: 'a|' },
          { from: 'a}', to: 'a|', limit: 3 },
          { from: 'a}', to: 'a|', limit: 3, reverse: true },
        ].map((bounds): StoreCommand => ({ op: 'range', table: 'base', by, ...bounds })),
      );
      const empty: StoreCommand = { op: 'get', table: 'base', keys: [] };
      const noBatch = await run(store, []);
      return [noBatch.length, ...keysOf(await run(store, [empty, ...commands]))];
    },
    expected: [0, [], [], [], [], [], [], [], [], []],
  },
];

/** Sixteen entries of four rows in one index: a store that asks for as many entries as rows gets one row first. */
function rowsOfManyEntries(): readonly ReplicaRow[] {
  const entries = (...numbers: readonly number[]): string[] =>
    numbers.map((number) => `t|at|${String(number).padStart(2, '0')}`);
  return [
    row('t|a', entries(1, 2, 3, 4, 5, 6, 16)),
    row('t|b', entries(7, 8, 9, 10, 11)),
    row('t|c', entries(12, 13)),
    row('t|d', entries(14, 15)),
  ];
}

function manyEntriesRange(limit: number): Extract<StoreCommand, { op: 'range' }> {
  return { op: 'range', table: 'base', by: 'x', from: 't|at|', to: 't|at}', limit };
}
