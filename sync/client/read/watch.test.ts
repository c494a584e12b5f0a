import { beforeEach, describe, expect, it } from 'vitest';
import { chartScope, classes } from '../../collections/classes.ts';
import type { StoredRecord } from '../../core/record.ts';
import type { ReplicaStore, ShownRow, StoreChange, StoreCommand } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import type { StoreErrorCode } from '../../store/store-error.ts';
import { appointmentBodyOf, FakeClock, openTestReplica, settle } from '../../testing/builders.ts';
import type { SeenRecord } from '../api.ts';
import { recordToRow, type Replica } from '../replica/replica.ts';
import { watchRange, watchRecord } from './watch.ts';

const key = 'appointment|a1';

describe('[RD-2] watching one record', () => {
  let replica: Replica;
  let reads: number;
  /** What storage has answered comes only after this. */
  let held: Promise<void> | null;
  let shown: (string | undefined)[];
  let tell: (change: StoreChange) => void;
  let stop: () => void;
  const clock = new FakeClock();

  beforeEach(async () => {
    const store = new MemoryDisk().connect();
    reads = 0;
    held = null;
    const spied: ReplicaStore = {
      ...store,
      read: async (body) => {
        reads += 1;
        const found = await store.read(body);
        await held;
        return found;
      },
      watch: (onChange) => {
        tell = onChange;
        return store.watch(onChange);
      },
    };
    replica = await openTestReplica(spied);
    await commit({ op: 'put', table: 'base', rows: [rowOf('base', 1)] });
    shown = [];
    stop = follow();
    await settle();
    reads = 0;
    shown = [];
    return () => stop();
  });

  const follow = (): (() => void) =>
    watchRecord(
      replica,
      { collection: 'appointment', id: 'a1' },
      {
        clock,
        onValue: (record: SeenRecord | undefined) =>
          shown.push(record && `${record.version}${record.pending ? '?' : ''}`),
        onError: (error) => {
          throw error;
        },
      },
    );
  const rowOf = (table: 'base' | 'overlay', version: number) => {
    const body = appointmentBodyOf();
    const record: StoredRecord = {
      collection: 'appointment',
      id: 'a1',
      scope: chartScope('c1'),
      cls: classes.scheduling,
      version,
      shape: 2,
      body,
      stamps: {},
    };
    return recordToRow(replica, table, record, { g: 1 });
  };
  const commit = (...commands: readonly StoreCommand[]) =>
    replica.store.tx('strict', function* () {
      yield commands;
    });
  const foreign = (told: ShownRow): StoreChange => ({
    tables: new Set([told.table]),
    collections: new Set(['appointment']),
    keys: new Set([key]),
    shown: new Map([[key, told]]),
    isForeign: true,
  });

  it('shows what this tab commits at its commit, and asks storage for nothing', async () => {
    await commit({ op: 'put', table: 'overlay', rows: [rowOf('overlay', 2)] });
    await settle();
    expect(shown).toEqual(['2?']);
    expect(reads).toBe(0);
  });

  it('never shows what a read had found before a commit that was shown meanwhile', async () => {
    stop();
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    stop = follow();
    await settle();
    await commit({ op: 'put', table: 'overlay', rows: [rowOf('overlay', 2)] });
    expect(shown).toEqual(['2?']);
    release();
    await settle();
    expect(shown).toEqual(['2?']);
  });

  it('shows a newer confirmed version that another tab tells of at once', () => {
    tell(foreign({ table: 'base', row: rowOf('base', 3) }));
    expect(shown).toEqual(['3']);
  });

  it('reads once, a moment later, what other tabs told of: what they said may have been overtaken on its way', async () => {
    for (const version of [3, 4]) tell(foreign({ table: 'base', row: rowOf('base', version) }));
    await settle();
    expect([shown, reads]).toEqual([['3', '4'], 0]);
    await clock.pass(50);
    expect([shown, reads]).toEqual([['3', '4', '1'], 1]);
  });

  it('never shows another tab’s late word over what is pending here, nor an older version', async () => {
    await commit({ op: 'put', table: 'overlay', rows: [rowOf('overlay', 2)] });
    tell(foreign({ table: 'base', row: rowOf('base', 9) }));
    await settle();
    expect(shown).toEqual(['2?']);
    await commit(
      { op: 'delete', table: 'overlay', keys: [key] },
      { op: 'put', table: 'base', rows: [rowOf('base', 4)], isBare: true },
    );
    tell(foreign({ table: 'base', row: rowOf('base', 3) }));
    await settle();
    expect(shown).toEqual(['2?', '4']);
  });
});

describe('[RD-3] a watch that storage refuses', () => {
  let disk: MemoryDisk;
  let replica: Replica;
  let said: string[];
  const clock = new FakeClock();

  beforeEach(async () => {
    disk = new MemoryDisk();
    replica = await openTestReplica(disk.connect());
    said = [];
  });

  const fail = (code: StoreErrorCode | null) => (disk.fault = (operation) => (operation === 'begin' ? code : null));
  const follow = () =>
    watchRange(
      replica,
      { collection: 'appointment', index: 'start', from: '', to: '~' },
      {
        clock,
        onValue: (records) => said.push(`${records.length} here`),
        onRead: () => said.push('read'),
        onError: () => said.push('refused'),
      },
    );

  it('is asked again by itself, without a commit, and never answered with nothing', async () => {
    fail('failed');
    const stop = follow();
    await clock.pass(5000);
    expect(said).toEqual(['refused', 'refused', 'refused']);
    fail(null);
    await clock.pass(2000);
    expect(said.slice(3)).toEqual(['read', '0 here']);
    await clock.pass(60_000);
    expect(said).toHaveLength(5);
    stop();
  });

  it('also after a commit whose rows could not be read anew: what went is not shown for ever', async () => {
    const record = { collection: 'appointment', id: 'a1', scope: chartScope('c1'), cls: classes.scheduling };
    const row = recordToRow(
      replica,
      'base',
      { ...record, version: 1, shape: 2, body: appointmentBodyOf(), stamps: {} },
      { g: 1 },
    );
    await replica.store.tx('relaxed', function* () {
      yield [{ op: 'put', table: 'base', rows: [row] }];
    });
    const stop = follow();
    await clock.pass(100);
    expect(said).toEqual(['read', '1 here']);
    await replica.store.tx('relaxed', function* () {
      // From here on: the commit stands, what it tells cannot be read.
      fail('failed');
      yield [{ op: 'delete', table: 'base', keys: [row.k] }];
    });
    await clock.pass(100);
    expect(said.slice(2)).toEqual(['refused']);
    fail(null);
    await clock.pass(5000);
    expect(said.slice(3)).toEqual(['read', '0 here']);
    stop();
  });

  it.each(['closed-by-update', 'stopped', 'locked'] as const)(
    'is not asked again once nothing can come of it: %s',
    async (why) => {
      fail(why === 'closed-by-update' ? why : 'failed');
      const stop = follow();
      await clock.pass(0);
      if (why === 'stopped') stop();
      if (why === 'locked') replica.gate.closed = true;
      await clock.pass(2000);
      said = [];
      await clock.pass(60_000);
      expect(said).toEqual([]);
      stop();
    },
  );
});
