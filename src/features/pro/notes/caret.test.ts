import { expect, test } from 'vitest';
import { shiftCaret } from './caret.ts';

test.each([
  ['before the change it stays', 'one two', 'one three two', 3, 3],
  ['after an insertion it moves with its words', 'one two', 'one three two', 7, 13],
  ['after a removal it moves back', 'one three two', 'one two', 13, 7],
  ['inside what vanished it stands at the seam', 'one three two', 'one two', 6, 5],
  ['in an unchanged text it stays', 'same', 'same', 2, 2],
  ['in an emptied text it stands at the start', 'gone', '', 3, 0],
])('%s', (_name, before, after, caret, expected) => {
  expect(shiftCaret(before, after, caret)).toBe(expected);
});
