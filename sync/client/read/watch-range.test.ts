import { beforeEach, describe, expect, it } from 'vitest';
import { chartScope, classes } from '../../collections/classes.ts';
import type { ReplicaRow, ReplicaStore, ShownRow, StoreChange, StoreCommand } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { appointmentBodyOf, FakeClock, openTestReplica, settle } from '../../testing/builders.ts';
import type { RangeQuery, SeenRecord } from '../api.ts';
import { StoreError } from '../../store/store-error.ts';
import { recordToRow, type Replica } from '../replica/replica.ts';
import { watchRange } from './watch.ts';

const hour = (count: number): string => `2026-11-21T${String(count).padStart(2, '0')}:00:00.000Z`;
const day: RangeQuery = { collection: 'appointment', index: 'start', from: hour(8), to: hour(18) };

describe('[RD-2] watching a range', () => {
  let disk: MemoryDisk;
  let replica: Replica;
  /** Keys that storage was asked for, or `range`; and rows that were opened. */
  let asked: string[];
  let opened: string[];
  let told: string[];
  let tell: (change: StoreChange) => void;
  /** What storage found is told only then. */
  let answers: Promise<void>;
  const clock = new FakeClock();

  beforeEach(async () => {
    disk = new MemoryDisk();
    const store = disk.connect();
    const spied: ReplicaStore = {
      ...store,
      read: async (body) => {
        const answer = await store.read(function* () {
          const run = body();
          let step = run.next([]);
          while (!step.done) {
            asked.push(...step.value.flatMap(nameOf));
            step = run.next(yield step.value);
          }
          return step.value;
        });
        await answers;
        return answer;
      },
      watch: (onChange) => {
        tell = onChange;
        return store.watch(onChange);
      },
    };
    asked = [];
    opened = [];
    answers = Promise.resolve();
    const real = await openTestReplica(spied);
    const { sealer } = real;
    replica = {
      ...real,
      sealer: {
        ...sealer,
        open: (table, key, ...rest) => {
          opened.push(key.slice('appointment|'.length));
          return sealer.open(table, key, ...rest);
        },
      },
    };
    await commit(put('base', 'a', 9), put('base', 'b', 10), put('base', 'late', 20));
  });

  function nameOf(command: StoreCommand): readonly string[] {
    if (command.table !== 'base' && command.table !== 'overlay') return [];
    if (command.op === 'range') return command.table === 'base' ? ['range'] : [];
    return command.op === 'get' && command.table === 'base' ? command.keys : [];
  }
  const rowOf = (table: 'base' | 'overlay', id: string, start: number, version = 1): ReplicaRow =>
    recordToRow(
      replica,
      table,
      {
        collection: 'appointment',
        id,
        scope: chartScope('c1'),
        cls: classes.scheduling,
        version,
        shape: 2,
        body: appointmentBodyOf({ start: hour(start), end: hour(start + 1) }),
        stamps: {},
      },
      { g: 1 },
    );
  const put = (table: 'base' | 'overlay', id: string, start: number, version = 1): StoreCommand => ({
    op: 'put',
    table,
    rows: [rowOf(table, id, start, version)],
    ...(table === 'base' ? { isBare: true } : {}),
  });
  const commit = (...commands: readonly StoreCommand[]) =>
    replica.store.tx('strict', function* () {
      yield commands;
    });
  const elsewhere = (...commands: readonly StoreCommand[]) =>
    disk.connect().tx('strict', function* () {
      yield commands;
    });
  const follow = async (query: RangeQuery = day) => {
    told = [];
    const seen: (readonly SeenRecord[])[] = [];
    const stop = watchRange(replica, query, {
      clock,
      onValue: (records) => {
        seen.push(records);
        told.push(records.map(({ id, pending }) => `${id}${pending ? '?' : ''}`).join(' '));
      },
      onError: () => told.push('refused'),
    });
    await settle();
    asked = [];
    opened = [];
    return { seen, stop };
  };
  const foreign = (keys: readonly string[], shown: readonly ShownRow[] = []): StoreChange => ({
    tables: new Set(['base']),
    collections: new Set(['appointment']),
    keys: new Set(keys.map((id) => `appointment|${id}`)),
    shown: new Map(shown.map((one) => [one.row.k, one])),
    isForeign: true,
  });

  it('takes in what this tab commits without asking storage, and opens what is new alone', async () => {
    const { seen } = await follow();
    await commit(put('overlay', 'c', 12), put('overlay', 'a', 11));
    expect(told).toEqual(['a b', 'b a? c?']);
    expect([asked, opened.toSorted()]).toEqual([[], ['a', 'c']]);
    expect(seen[1]?.[0]).toBe(seen[0]?.[1]);
  });

  it('hears nothing of what lies elsewhere', async () => {
    await follow();
    await commit(put('overlay', 'late', 21));
    await settle();
    expect([told, asked, opened]).toEqual([['a b'], [], []]);
  });

  it('lets go of what moves out, and takes what moves in', async () => {
    await follow();
    await commit(put('overlay', 'late', 8), put('overlay', 'b', 22));
    expect(told.at(-1)).toBe('late? a');
    expect(asked).toEqual([]);
  });

  it('asks for the single record that a commit uncovered, and for those of which another tab tells', async () => {
    await follow();
    await commit(put('overlay', 'a', 11));
    await commit({ op: 'delete', table: 'overlay', keys: ['appointment|a'] });
    await settle();
    expect([told.at(-1), asked]).toEqual(['a b', ['appointment|a']]);
    asked = [];
    tell(foreign(['b']));
    await settle();
    expect([told.at(-1), asked]).toEqual(['a b', ['appointment|b']]);
  });

  describe('told by another tab with the row itself', () => {
    it('shows it at once over the older confirmed version, and after a pause what storage has', async () => {
      await follow();
      tell(foreign(['b'], [{ table: 'base', row: rowOf('base', 'b', 8, 9) }]));
      await settle();
      expect([told, asked]).toEqual([['a b', 'b a'], []]);
      await clock.pass(50);
      // It had been overtaken.
      expect([told, asked]).toEqual([['a b', 'b a', 'a b'], ['appointment|b']]);
    });

    it('shows it once where storage has nothing else to say', async () => {
      await follow();
      await elsewhere(put('base', 'b', 8, 2));
      await settle();
      expect([told, asked]).toEqual([['a b', 'b a'], []]);
      await clock.pass(50);
      expect([told, asked]).toEqual([['a b', 'b a'], ['appointment|b']]);
    });

    it('lets it go where it has moved out of the range, and shows what is pending in another tab', async () => {
      await follow();
      await elsewhere(put('base', 'a', 20, 2));
      await settle();
      await elsewhere(put('overlay', 'b', 9, 2));
      await settle();
      expect([told, asked]).toEqual([['a b', 'b', 'b?'], []]);
      await clock.pass(50);
      expect(told).toEqual(['a b', 'b', 'b?']);
      expect(new Set(asked)).toEqual(new Set(['appointment|a', 'appointment|b']));
    });

    it.each([
      ['a row that is not shown', 'd', 2],
      ['a version that is not newer', 'b', 1],
    ] as const)('asks storage first for %s', async (_name, id, version) => {
      await follow();
      tell(foreign([id], [{ table: 'base', row: rowOf('base', id, 8, version) }]));
      await settle();
      expect([told, asked]).toEqual([['a b'], [`appointment|${id}`]]);
    });

    it('asks storage first for what is pending here, and where one of several rows may not be shown', async () => {
      await follow();
      await commit(put('overlay', 'b', 11));
      tell(foreign(['b'], [{ table: 'base', row: rowOf('base', 'b', 8, 9) }]));
      await settle();
      expect([told, asked]).toEqual([['a b', 'a b?'], ['appointment|b']]);
      asked = [];
      tell(foreign(['a', 'b'], [{ table: 'base', row: rowOf('base', 'a', 12, 9) }]));
      await settle();
      expect(told).toEqual(['a b', 'a b?']);
      expect(asked.toSorted()).toEqual(['appointment|a', 'appointment|b']);
    });
  });

  it('asks for all of it where more changed than can be named, and where a row beyond its limit may come in', async () => {
    const { stop } = await follow();
    tell({ tables: new Set(['base']), collections: new Set(['appointment']), keys: null });
    await settle();
    expect(asked).toEqual(['range']);
    stop();
    await follow({ ...day, limit: 1 });
    await commit(put('overlay', 'a', 15));
    await settle();
    expect([told.at(-1), new Set(asked)]).toEqual(['b', new Set(['range'])]);
  });

  describe('while storage is being asked', () => {
    let answer: () => void;
    beforeEach(async () => {
      await follow();
      answers = new Promise((resolve) => (answer = resolve));
      tell(foreign(['b']));
      await settle();
      expect(asked).toEqual(['appointment|b']);
      asked = [];
    });

    it('takes in what is committed here, and asks for nothing again', async () => {
      await commit(put('overlay', 'c', 12));
      await commit(put('overlay', 'b', 14));
      expect(told.at(-1)).toBe('a c? b?');
      answer();
      await settle();
      // What was read of `b` is older than what was written of it since.
      expect([told.at(-1), asked]).toEqual(['a c? b?', []]);
    });

    it('asks afterwards for the records of which another tab tells, and for no others', async () => {
      await elsewhere(put('base', 'd', 13));
      answer();
      await settle();
      expect([told.at(-1), asked]).toEqual(['a b d', ['appointment|d']]);
    });

    it('asks afterwards for what another tab tells to be newer, too', async () => {
      tell(foreign(['a'], [{ table: 'base', row: rowOf('base', 'a', 12, 9) }]));
      await settle();
      expect([told, asked]).toEqual([['a b'], []]);
      answer();
      await settle();
      expect([told, asked]).toEqual([['a b'], ['appointment|a']]);
    });

    it('shows nothing that was read and has moved out since', async () => {
      answer();
      await settle();
      answers = new Promise((resolve) => (answer = resolve));
      await elsewhere(put('base', 'late', 9, 2));
      await settle();
      // Read, and not shown yet: it is in none of the rows on screen.
      await commit(put('overlay', 'late', 22));
      answer();
      await settle();
      expect(told.at(-1)).toBe('a b');
    });
  });

  it('refused by storage asks again, also for what another tab told of meanwhile', async () => {
    await follow();
    let refuse = (): void => undefined;
    answers = new Promise((_resolve, reject) => (refuse = () => reject(new StoreError('failed'))));
    tell(foreign(['b']));
    await settle();
    await elsewhere(put('base', 'd', 13));
    await settle();
    refuse();
    answers = Promise.resolve();
    await clock.pass(10_000);
    expect(told).toEqual(['a b', 'refused', 'a b d']);
  });

  it('[LK-1] opens nothing once the keys are gone', async () => {
    await follow();
    replica.gate.closed = true;
    tell({ ...foreign(['a'], [{ table: 'overlay', row: rowOf('overlay', 'a', 11) }]), isForeign: false });
    await settle();
    expect([told, opened]).toEqual([['a b', 'refused'], []]);
  });
});
