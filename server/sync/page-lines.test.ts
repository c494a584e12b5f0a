import { describe, expect, test } from 'vitest';
import { registry } from '../../sync/collections/index.ts';
import type { PageRow } from '../store/log-calls.ts';
import { PageLines } from './page-lines.ts';
import { PageWriter } from './sealed-page.ts';

const rowOf = (bytes: number): PageRow => ({
  seq: 1,
  collection: 'thing',
  id: 't1',
  at: '',
  gone: false,
  via: 'chart:c1',
  visible: true,
  record: { scope: 'chart:c1', cls: 'care-team', version: 1, shape: 1, body: Buffer.alloc(bytes, '1'), stamps: '{}' },
});

/** Asks for a piece, is given such rows of it, and says how many were asked for and whether nothing follows. */
function take(page: PageLines, rows: readonly PageRow[]): readonly [asked: number, isAll: boolean] {
  const { room } = page;
  const taking = page.take(rows, room);
  let step = taking.next();
  while (!step.done) step = taking.next();
  return [room.limit, step.value];
}

const short = (count: number) => Array.from({ length: count }, () => rowOf(100));

describe('[AV-2] a page asks for a piece at a time', () => {
  test('where a long body ended one, the next asks for fewer rows, and for more again behind it', () => {
    const page = new PageLines(registry, { limit: 1000, bytes: 1e6 }, new PageWriter());
    expect(take(page, short(100))).toEqual([100, false]);
    expect(take(page, [...short(20), rowOf(200_000)])).toEqual([100, false]);
    expect(take(page, [rowOf(200_000)])).toEqual([21, false]);
    expect(take(page, short(8))).toEqual([8, false]);
    expect(take(page, short(16))).toEqual([16, false]);
    expect(take(page, short(3))).toEqual([32, true]);
  });

  test('where sealed bodies ended the piece, something may follow, though opened they were fewer bytes', () => {
    const page = new PageLines(registry, { limit: 500, bytes: 1e6 }, new PageWriter());
    // Stored they took forty bytes more each: 82 of them end a piece of 128 kB.
    const rows = Array.from({ length: 82 }, () => rowOf(1560));
    expect(take(page, rows)).toEqual([100, false]);
    expect(take(page, [])).toEqual([82, true]);
  });

  test('no more than there is room for on the page, in rows and in bytes', () => {
    const page = new PageLines(registry, { limit: 120, bytes: 150_000 }, new PageWriter());
    take(page, short(100));
    expect(page.room).toEqual({ limit: 20, bytes: 128 * 1024 });
    take(page, [rowOf(100_000)]);
    expect(page.room).toEqual({ limit: 19, bytes: 40_000 });
    expect(page.isFull).toBe(false);
    take(page, [rowOf(40_000)]);
    expect(page.isFull).toBe(true);
  });
});
