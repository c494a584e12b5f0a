import type { ReplicaRow, ReplicaStore, StoreCommand, StoreResult } from '../ports.ts';
import { seededRandom } from './builders.ts';
import { messageOf, put, row, run, type StoreCase } from './store-case.ts';

/** [ST-31] What a connection remembers of records never shows: a write finds what lies there, whoever wrote it. */
export const memoryContract: readonly StoreCase[] = [
  {
    name: '[ST-31] a write finds what another connection has written since, be it new, changed or gone',
    observe: async (open) => {
      const [one, other] = [open(), open()];
      const found: unknown[] = [];
      const look = async (): Promise<void> => {
        found.push(valuesOf(await run(one, gets('n|1', 'n|2', 'n|3'))));
      };
      await run(one, [put('base', said('n|1', 1), said('n|2', 1))]);
      await look();
      await look();
      await run(other, [put('base', said('n|1', 2), said('n|3', 2)), { op: 'delete', table: 'base', keys: ['n|2'] }]);
      await look();
      // By word of it or without.
      await soon();
      await look();
      await other.tx('relaxed', function* () {
        yield [put('overlay', said('n|1', 3))];
      });
      await look();
      await soon();
      await look();
      return found;
    },
    expected: [
      [
        [null, null, null],
        [1, 1, null],
      ],
      [
        [null, null, null],
        [1, 1, null],
      ],
      [
        [null, null, null],
        [2, null, 2],
      ],
      [
        [null, null, null],
        [2, null, 2],
      ],
      [
        [3, null, null],
        [2, null, 2],
      ],
      [
        [3, null, null],
        [2, null, 2],
      ],
    ],
  },
  {
    name: '[ST-31] what a transaction wrote and then lost is not remembered',
    observe: async (open) => {
      const store = open();
      await run(store, [put('base', said('n|1', 1))]);
      await run(store, gets('n|1', 'n|2'));
      const lost = store.tx('strict', function* () {
        yield gets('n|1', 'n|2');
        yield [put('base', said('n|1', 2)), put('overlay', said('n|2', 2))];
        yield gets('n|1', 'n|2');
        throw new Error(bug);
      });
      await messageOf(lost);
      return valuesOf(await run(store, gets('n|1', 'n|2')));
    },
    expected: [
      [null, null],
      [1, null],
    ],
  },
  {
    name: '[ST-31] where all that is pending of a collection was read, what another connection adds to it is found',
    observe: async (open) => {
      const [one, other] = [open(), open()];
      const pending = { op: 'range', table: 'overlay', by: 'k', from: 'n|', to: 'n}', limit: 50 } as const;
      await run(one, [put('overlay', said('n|1', 1))]);
      await run(one, [pending]);
      const before = valuesOf(await run(one, gets('n|1', 'n|2')));
      await run(other, [put('overlay', said('n|2', 2))]);
      await soon();
      const after = valuesOf(await run(one, gets('n|1', 'n|2')));
      await run(one, [pending]);
      await run(one, [{ op: 'delete', table: 'overlay', keys: ['n|1', 'n|2'] }, put('overlay', said('n|3', 3))]);
      return [before[0], after[0], valuesOf(await run(one, gets('n|1', 'n|2', 'n|3')))[0]];
    },
    expected: [
      [1, null],
      [1, 2],
      [null, null, 3],
    ],
  },
  {
    name: '[ST-31] whatever several connections did before in whatever order, each write finds what lies there',
    observe: async (open) => {
      const wrong: string[] = [];
      for (let seed = 1; seed <= 12; seed += 1) wrong.push(...(await wander([open(), open(), open()], seed)));
      return wrong;
    },
    expected: [],
  },
];

type Table = 'base' | 'overlay';

const bug = 'a bug in the body';

const tables: readonly Table[] = ['overlay', 'base'];

function said(k: string, value: number): ReplicaRow {
  return { ...row(k, [`n|at|${k}`]), m: value };
}

function gets(...keys: readonly string[]): readonly StoreCommand[] {
  return tables.map((table) => ({ op: 'get', table, keys }));
}

function valuesOf(results: readonly StoreResult[]): unknown[][] {
  return results.map((rows) => rows.map((found) => found?.m ?? null));
}

/** Long enough for word of a commit to come, in storage whose connections tell each other. */
function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

/** Reads, writes and failures at random, beside a plain map of what must lie there; answers what was found otherwise. */
async function wander(stores: readonly ReplicaStore[], seed: number): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const below = (count: number): number => (random.bytes(1)[0] ?? 0) % count;
  const keyed = (): string => `n|${seed}-${below(5)}`;
  const lies = new Map<string, number>();
  const wrong: string[] = [];
  let value = 0;

  const readsOf = (table: Table): StoreCommand => {
    if (below(4) > 0) return { op: 'get', table, keys: [keyed(), keyed()] };
    return { op: 'range', table, by: below(2) ? 'k' : 'x', from: 'n|', to: 'n}', limit: 1 + below(30) };
  };
  const writeOf = (table: Table): StoreCommand => {
    if (below(3) === 0) return { op: 'delete', table, keys: [keyed()] };
    value += 1;
    return put(table, said(keyed(), value));
  };
  const compare = (command: StoreCommand, rows: StoreResult, now: ReadonlyMap<string, number>): void => {
    if (command.op !== 'get') return;
    for (const [index, key] of command.keys.entries()) {
      const [here, found] = [now.get(`${command.table} ${key}`), rows[index]?.m];
      if (here !== found) wrong.push(`seed ${seed}: ${command.table} ${key} is ${here}, found ${String(found)}`);
    }
  };

  for (let turn = 0; turn < 60; turn += 1) {
    const store = stores[below(stores.length)];
    if (!store) continue;
    const isReading = below(4) === 0;
    const isFailing = below(6) === 0;
    const written = new Map(lies);
    const body = function* (): Generator<readonly StoreCommand[], void, readonly StoreResult[]> {
      for (let batch = 0; batch <= below(3); batch += 1) {
        const commands: StoreCommand[] = [];
        for (let count = 0; count <= below(3); count += 1) {
          const table = tables[below(2)] ?? 'base';
          commands.push(isReading || below(2) ? readsOf(table) : writeOf(table));
        }
        // Above it in the batch, so that nothing of this one lies over it yet.
        const bare = said(keyed(), (value += 1));
        if (!isReading && below(3) === 0 && !written.has(`overlay ${bare.k}`))
          commands.unshift({ op: 'put', table: 'base', rows: [bare], isBare: true });
        const before = commands.map((command) => {
          const now = new Map(written);
          if (command.op === 'put')
            for (const { k, m } of command.rows) written.set(`${command.table} ${k}`, Number(m));
          if (command.op === 'delete') for (const key of command.keys) written.delete(`${command.table} ${key}`);
          return now;
        });
        const results = yield commands;
        for (const [index, command] of commands.entries())
          compare(command, results[index] ?? [], before[index] ?? lies);
      }
      if (isFailing) throw new Error(bug);
    };
    const ended = await messageOf(isReading ? store.read(body) : store.tx(below(2) ? 'strict' : 'relaxed', body));
    if (ended === null)
      for (const key of new Set([...lies.keys(), ...written.keys()])) take(lies, key, written.get(key));
    if (below(8) === 0) await soon();
  }
  return wrong;
}

function take(lies: Map<string, number>, key: string, value: number | undefined): void {
  if (value === undefined) lies.delete(key);
  else lies.set(key, value);
}
