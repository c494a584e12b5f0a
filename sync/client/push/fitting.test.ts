import { expect, it } from 'vitest';
import { fitting } from './deliver-outbox.ts';

const sealed = (id: number, length: number) => ({ kind: 'sealed', id, key: 'd1', box: 'A'.repeat(length) }) as const;
const ids = (...lengths: readonly (number | null)[]): readonly number[] =>
  fitting(lengths.map((length, index) => (length === null ? { kind: 'void', id: index } : sealed(index, length)))).map(
    ({ id }) => id,
  );

it.each<[string, readonly (number | null)[], readonly number[]]>([
  ['none where none waits', [], []],
  ['all where all fit', [300_000, 400_000], [0, 1]],
  ['not the one that is a character too much, nor what follows it', [300_000, 400_001, 1], [0]],
  ['one that is too long alone: the server answers for it', [1_000_000, 1], [0]],
  ['withdrawn ones take no room', [null, 700_000, null, null], [0, 1, 2, 3]],
  ['a long one waits for the next request', [10, 700_000], [0]],
])('a push takes %s', (_what, lengths, taken) => {
  expect(ids(...lengths)).toEqual(taken);
});
