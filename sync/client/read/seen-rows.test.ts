import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplicaRow, StoreCommand } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { seenByRange, type EntryRange } from './seen-rows.ts';

describe('[RD-1] a range over base and overlay', () => {
  const disk = new MemoryDisk();
  const store = disk.connect();
  const day = (number: number): string => `t|at|${String(number).padStart(2, '0')}`;
  const put = (
    table: 'base' | 'overlay',
    ...rows: readonly (readonly [id: string, place: string])[]
  ): StoreCommand => ({
    op: 'put',
    table,
    rows: rows.map(([id, place]): ReplicaRow => ({ k: `t|${id}`, x: [place] })),
  });
  const seen = async (part: Pick<EntryRange, 'limit' | 'reverse'> = {}): Promise<string[]> => {
    const found = await store.read(() => seenByRange({ from: day(0), to: day(50), ...part }));
    return found.map(({ table, row }) => `${row.k.slice(2)}${table === 'overlay' ? '?' : ''}`);
  };
  const write = (...commands: readonly StoreCommand[]) =>
    store.tx('strict', function* () {
      yield commands;
    });

  beforeEach(async () => {
    const all = Object.values(disk.dump()).flat();
    await write(
      { op: 'delete', table: 'base', keys: all.map((row) => row.k) },
      { op: 'delete', table: 'overlay', keys: all.map((row) => row.k) },
      put('base', ...[1, 2, 3, 4, 5, 6].map((number) => [`b${number}`, day(number * 2)] as const)),
    );
  });

  it('shows the overlay in place of what it replaced, and in order', async () => {
    await write(put('overlay', ['b2', day(9)], ['new', day(3)]));
    expect(await seen()).toEqual(['b1', 'new?', 'b3', 'b4', 'b2?', 'b5', 'b6']);
    expect(await seen({ reverse: true })).toEqual(['b6', 'b5', 'b2?', 'b4', 'b3', 'new?', 'b1']);
  });

  it('of one place, stands by key, pending or not, forwards and backwards', async () => {
    await write(put('overlay', ['a', day(4)], ['c', day(4)]), put('base', ['d', day(4)]));
    expect(await seen({ limit: 5 })).toEqual(['b1', 'a?', 'b2', 'c?', 'd']);
    expect((await seen({ reverse: true })).slice(-5)).toEqual(['d', 'c?', 'b2', 'a?', 'b1']);
  });

  it('keeps its limit, whatever is pending', async () => {
    await write(put('overlay', ['new', day(1)], ['b2', day(4)]));
    expect(await seen({ limit: 3 })).toEqual(['new?', 'b1', 'b2?']);
    expect(await seen({ limit: 3, reverse: true })).toEqual(['b6', 'b5', 'b4']);
  });

  it('fills its limit although pending work moved rows out of it', async () => {
    await write(put('overlay', ['b1', day(60)], ['b2', day(61)], ['b3', day(62)]));
    expect(await seen({ limit: 3 })).toEqual(['b4', 'b5', 'b6']);
    expect(await seen({ limit: 2 })).toEqual(['b4', 'b5']);
  });

  it('says the same where very much is pending', async () => {
    const elsewhere = Array.from({ length: 60 }, (_, number) => [`a${number}`, day(70)] as const);
    await write(put('overlay', ...elsewhere, ['b2', day(9)], ['b3', day(62)], ['new', day(3)]));
    expect(await seen()).toEqual(['b1', 'new?', 'b4', 'b2?', 'b5', 'b6']);
    expect(await seen({ limit: 4 })).toEqual(['b1', 'new?', 'b4', 'b2?']);
    expect(await seen({ limit: 2, reverse: true })).toEqual(['b6', 'b5']);
  });
});
