import { expect, test } from 'vitest';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { counted, countWords, standing } from './session-count.ts';

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

test('[SD-1] a sample stands in the day and counts nowhere', () => {
  const madeUp = sessionOf('m', { sample: 'shown' });
  expect(standing([held('a'), madeUp]).map(({ id }) => id)).toEqual(['a', 'm']);
  expect(counted([held('a'), madeUp]).map(({ id }) => id)).toEqual(['a']);
  expect(countWords([held('a'), madeUp], [held('a'), madeUp])).toBe('1 session');
  expect(countWords([sessionOf('m', { sample: 'shown', status: 'cancelled_orchid_pro' })], [])).toBe('No sessions');
});
