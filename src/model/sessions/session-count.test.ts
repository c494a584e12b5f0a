import { expect, test } from 'vitest';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { countWords, standing } from './session-count.ts';

const held = (id: string) => sessionOf(id, {});
const cancelled = (id: string) => sessionOf(id, { status: 'cancelled_orchid_pro' });

test.each([
  ['No sessions', [], []],
  ['1 session', [held('a')], [held('a')]],
  ['2 sessions', [held('a'), held('b')], [held('a'), held('b')]],
  ['1 of 2 sessions', [held('a')], [held('a'), held('b')]],
  ['0 of 1 session', [], [held('a')]],
  ['1 of 2 sessions, 1 cancelled', [held('a'), cancelled('c')], [held('a'), cancelled('c'), held('b')]],
  ['No sessions, 1 cancelled', [cancelled('c')], [cancelled('c')]],
  ['1 session', [held('a')], [held('a'), cancelled('c')]],
])('%s', (words, shown, all) => {
  expect(countWords(shown, all)).toBe(words);
});

test('cancelled sessions are not counted', () => {
  expect(standing([held('a'), cancelled('c')]).map(({ id }) => id)).toEqual(['a']);
});
