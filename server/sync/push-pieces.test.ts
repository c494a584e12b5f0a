import { describe, expect, test } from 'vitest';
import type { PushRow } from '../../sync/protocol/push-message.ts';
import { piecesOf } from './push-pieces.ts';

/** 64 Ki characters. */
const most = 65_536;

/** Rows with boxes of so many characters; null: a row without one. */
function rowsOf(lengths: readonly (number | null)[]): readonly PushRow[] {
  return lengths.map((length, index) =>
    length === null
      ? { kind: 'void', id: index + 1 }
      : { kind: 'sealed', id: index + 1, key: 'k1', box: 'x'.repeat(length) },
  );
}

const times = (count: number, length: number | null) => Array.from({ length: count }, () => length);

describe('[AV-2] a push is opened in pieces, so that others have their turn', () => {
  test.each<readonly [what: string, lengths: readonly (number | null)[], rowsOfEach: readonly number[]]>([
    ['nothing is no piece', [], []],
    ['a hundred rows are one', times(100, 1), [100]],
    ['one more begins the next', times(101, 1), [100, 1]],
    ['and so on', times(250, 1), [100, 100, 50]],
    ['rows without a box count as rows', times(101, null), [100, 1]],
    ['and as no characters', [most, null, null], [3]],
    ['64 Ki characters are one', [most - 1, 1], [2]],
    ['one more begins the next', [most, 1], [1, 1]],
    ['they are summed over all rows of a piece', [30_000, 30_000, 5536, 1], [3, 1]],
    ['and anew from the row with which a piece begins', [40_000, 40_000, 25_536, 1, 65_535], [1, 2, 2]],
    ['a row that is longer by itself is a piece by itself', [1, most + 1, 1], [1, 1, 1]],
    ['also as the first', [10 * most, 10 * most], [1, 1]],
  ])('%s', (_what, lengths, rowsOfEach) => {
    const rows = rowsOf(lengths);
    const pieces = piecesOf(rows);
    expect(pieces.map((piece) => piece.length)).toEqual(rowsOfEach);
    expect(pieces.flat()).toEqual(rows);
  });
});
