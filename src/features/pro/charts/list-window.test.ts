import { expect, test } from 'vitest';
import { blockSize, centerBlock, listBlocks, wholeUpTo } from './list-window.ts';

const drawn = (length: number, center: number, held: readonly number[] = []) =>
  listBlocks(length, center, held).flatMap(({ at, isDrawn }) => (isDrawn ? [at] : []));

test('a short list is drawn as a whole, whoever is looked at', () => {
  expect(listBlocks(wholeUpTo, 99, []).every(({ isDrawn }) => isDrawn)).toBe(true);
  expect(listBlocks(0, 0, [])).toEqual([]);
});

test('of a long one what is near, and what is open or has the focus', () => {
  expect(drawn(25_000, 0)).toEqual([0, 1, 2, 3]);
  expect(drawn(25_000, 100)).toEqual([97, 98, 99, 100, 101, 102, 103]);
  expect(drawn(25_000, 100, [0, 24_999])).toEqual([0, 97, 98, 99, 100, 101, 102, 103, 624]);
});

test('every row stands in one block, in order', () => {
  const blocks = listBlocks(1_001, 5, []);
  expect(blocks.map(({ from, to }) => to - from).reduce((sum, rows) => sum + rows, 0)).toBe(1_001);
  expect(blocks.every(({ from }, at) => from === at * blockSize)).toBe(true);
});

test('what is looked at is told by any gap that is seen, above it or below', () => {
  const seen = { rowHeight: 50, windowHeight: 1_000 };
  const block = blockSize * seen.rowHeight;
  expect(centerBlock({ ...seen, at: 10, top: 0 })).toBe(10);
  expect(centerBlock({ ...seen, at: 9, top: -block })).toBe(10);
  expect(centerBlock({ ...seen, at: 11, top: block })).toBe(10);
  expect(centerBlock({ ...seen, at: 0, top: 2 * block })).toBe(0);
});
