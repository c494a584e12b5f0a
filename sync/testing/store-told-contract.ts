import type { Body, ReplicaStore, ReplicaTable, StoreChange, StoreCommand, StoreResult } from '../ports.ts';
import { keysOf, messageOf, put, row, run, type StoreCase } from './store-case.ts';

/** What watchers hear of a commit, of their own connection and of others. */
export const toldContract: readonly StoreCase[] = [
  {
    name: '[ST-7] watchers hear of a commit with its tables, collections and keys, and of no rollback',
    observe: async (open) => {
      const store = open();
      const heard = hear(store);
      await run(store, [put('overlay', row('note|1'))]);
      const rollback = store.tx('strict', function* () {
        yield [put('base', row('note|2'))];
        throw new Error('rolled back');
      });
      await messageOf(rollback);
      return heard.map(namesOf);
    },
    expected: [{ tables: ['overlay'], collections: ['note'], keys: ['note|1'] }],
  },
  {
    name: '[ST-14] a small commit tells what a reader now sees: overlay rows that it left there, base rows that it knows to be bare',
    observe: async (open) => {
      const store = open();
      await run(store, [put('overlay', row('note|gone'))]);
      const heard = hear(store);
      await store.tx('strict', function* () {
        yield [put('overlay', { k: 'note|1', m: 'first' }, row('note|2'), row('note|3')), put('base', row('note|4'))];
        yield [{ op: 'delete', table: 'overlay', keys: ['note|2', 'note|3', 'note|gone'] }];
        yield [put('overlay', { k: 'note|1', m: 'second' }, row('note|3'))];
        yield [{ ...put('base', row('note|1'), row('note|5')), isBare: true }];
        yield [put('base', { k: 'note|5', m: 'as it was put last' })];
      });
      return heard.map((change) => ({
        ...namesOf(change),
        shown: [...(change.shown ?? [])].map(([key, { table, row: told }]) => [key, table, told.m]),
      }));
    },
    expected: [
      {
        tables: ['base', 'overlay'],
        collections: ['note'],
        keys: ['note|1', 'note|2', 'note|3', 'note|4', 'note|5', 'note|gone'],
        shown: [
          ['note|1', 'overlay', 'second'],
          ['note|3', 'overlay', { n: 'note|3' }],
          ['note|5', 'base', 'as it was put last'],
        ],
      },
    ],
  },
  {
    name: '[ST-15] a commit of very many keys says only "look again"',
    observe: async (open) => {
      const store = open();
      const heard = hear(store);
      await run(store, [put('overlay', ...Array.from({ length: 1000 }, (_, index) => row(`note|${index}`)))]);
      return heard.map((change) => ({ ...namesOf(change), tellsRows: change.shown !== undefined }));
    },
    expected: [{ tables: ['overlay'], collections: ['note'], keys: null, tellsRows: false }],
  },
  {
    name: '[ST-17] a commit that wrote nothing tells nobody',
    observe: async (open) => {
      const store = open();
      const heard = hear(store);
      await run(store, [put('overlay'), { op: 'delete', table: 'base', keys: [] }]);
      await run(store, [{ op: 'get', table: 'base', keys: ['a|1'] }]);
      return heard.length;
    },
    expected: 0,
  },
  {
    name: '[ST-18] another connection hears of a commit as foreign, of a small one with its rows, and then reads what was written',
    observe: async (open) => {
      const store = open();
      const other = open();
      const heard: StoreChange[] = [];
      const all = new Promise<void>((resolve) => {
        other.watch((change) => {
          heard.push(change);
          if (heard.length === 2) resolve();
        });
      });
      await run(store, [put('overlay', row('note|1'))]);
      await run(store, [put('overlay', ...Array.from({ length: 9 }, (_, index) => row(`note|${index}`)))]);
      await all;
      const told = heard.map(({ shown, isForeign }) => ({ isForeign, rows: shown ? [...shown.keys()] : null }));
      return { told, rows: keysOf(await run(other, [{ op: 'get', table: 'overlay', keys: ['note|1'] }])) };
    },
    expected: {
      told: [
        { isForeign: true, rows: ['note|1'] },
        { isForeign: true, rows: null },
      ],
      rows: [['note|1']],
    },
  },
  {
    name: '[ST-18] what was written right before a connection closed is heard by the others too, in the order of the commits',
    observe: async (open) => {
      const [store, other] = [open(), open()];
      const heard: string[] = [];
      const all = new Promise<void>((resolve) => {
        other.watch(({ keys }) => {
          heard.push(...(keys ?? []));
          if (heard.length === 2) resolve();
        });
      });
      await Promise.all([run(store, [put('overlay', row('note|1'))]), run(store, [put('overlay', row('note|2'))])]);
      store.close();
      await all;
      return heard;
    },
    expected: ['note|1', 'note|2'],
  },
  {
    name: '[ST-29] a strict commit that touches the outbox is announced to other connections while it is being made; what is read on that word is read after it',
    observe: async (open) => {
      const [store, other, third] = [open(), open(), open()];
      const words: string[] = [];
      const own: string[] = [];
      const reads: Promise<readonly StoreResult[]>[] = [];
      store.watchComing((announced) => own.push(announced));
      third.watchComing((announced) => own.push(announced))();
      const heard = new Promise<StoreChange>((resolve) => {
        other.watch(resolve);
      });
      other.watchComing((announced) => {
        words.push(announced);
        reads.push(other.read(() => get('outbox', '000000000001')));
      });
      await run(store, [put('outbox', row('000000000001'))]);
      const change = await heard;
      await store.tx('relaxed', () => writing(put('outbox', row('000000000002'))));
      await run(store, [put('overlay', row('note|1'))]);
      return {
        rows: (await Promise.all(reads)).map(keysOf),
        words: words.map((word) => word === change.announced),
        own: own.length,
      };
    },
    expected: { rows: [[['000000000001']]], words: [true], own: 0 },
  },
  {
    name: '[ST-30] a relaxed commit is told to other connections while it is being made; what is read on that word is read after it',
    observe: async (open) => {
      const [store, other] = [open(), open()];
      const reads: Promise<readonly StoreResult[]>[] = [];
      const told = new Promise<StoreChange>((resolve) => {
        other.watch((change) => {
          reads.push(other.read(() => get('base', 'note|1')));
          resolve(change);
        });
      });
      await store.tx('relaxed', () =>
        writing(
          { op: 'put', table: 'base', rows: [row('note|1')], isBare: true },
          { op: 'delete', table: 'outbox', keys: ['000000000001'], settles: ['m1'] },
        ),
      );
      const { shown, settled } = await told;
      const rows = (await Promise.all(reads)).map(keysOf);
      return { rows, shown: [...(shown?.keys() ?? [])], settled: [...(settled ?? [])] };
    },
    expected: { rows: [[['note|1']]], shown: ['note|1'], settled: ['m1'] },
  },
  {
    name: '[ST-19] who stopped watching hears no more, and who closed its connection writes no more',
    observe: async (open) => {
      const [store, other] = [open(), open()];
      let calls = 0;
      const stop = store.watch(() => (calls += 1));
      await run(store, [put('meta', row('one'))]);
      stop();
      await run(store, [put('meta', row('two'))]);
      store.close();
      const failed = (await messageOf(run(store, [put('meta', row('three'))]))) !== null;
      const rows = keysOf(await run(other, [{ op: 'get', table: 'meta', keys: ['one', 'two', 'three'] }]));
      return { calls, failed, rows };
    },
    expected: { calls: 1, failed: true, rows: [['one', 'two', null]] },
  },
];

function* get(table: ReplicaTable, ...keys: readonly string[]): Body<readonly StoreResult[]> {
  return yield [{ op: 'get', table, keys }];
}

function* writing(...commands: readonly StoreCommand[]): Body<void> {
  yield commands;
}

function hear(store: ReplicaStore): StoreChange[] {
  const heard: StoreChange[] = [];
  store.watch((change) => heard.push(change));
  return heard;
}

function namesOf(change: StoreChange): Record<'tables' | 'collections' | 'keys', readonly string[] | null> {
  const inOrder = (names: ReadonlySet<string>): readonly string[] => [...names].sort();
  return {
    tables: inOrder(change.tables),
    collections: inOrder(change.collections),
    keys: change.keys && inOrder(change.keys),
  };
}
