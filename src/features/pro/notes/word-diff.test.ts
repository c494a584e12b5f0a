import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

const tinted = (own: string, other: string): readonly string[] =>
  wordDiff(own, other)
    .filter((run) => run.differs)
    .map((run) => run.text);

test('names the words that the other version lacks', () => {
  expect(tinted('argued on Sunday and slept', 'argued on Saturday evening and slept')).toEqual(['Sunday']);
  expect(tinted('argued on Saturday evening and slept', 'argued on Sunday and slept')).toEqual(['Saturday evening']);
});

test('equal texts have no tint, and runs always spell the text', () => {
  const own = 'a b  c\nd';
  expect(tinted(own, own)).toEqual([]);
  for (const other of ['', 'x', 'a c d', 'd c b a']) {
    expect(
      wordDiff(own, other)
        .map((run) => run.text)
        .join(''),
    ).toBe(own);
  }
});

test('a very long difference is tinted whole instead of being computed word by word', () => {
  const own = Array.from({ length: 3_000 }, (_, index) => `own${index}`).join(' ');
  const other = Array.from({ length: 3_000 }, (_, index) => `other${index}`).join(' ');
  expect(tinted(`same ${own} end`, `same ${other} end`)).toEqual([own]);
});
