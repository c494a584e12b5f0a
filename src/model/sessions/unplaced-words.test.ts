import { expect, test } from 'vitest';
import { leaveWords, whyUnplaced } from './unplaced-words.ts';

test('[CA-9] a session that needs a time says why, and what becomes of it where nobody gives it one', () => {
  expect(whyUnplaced({ why: 'conflicting_session' })).toBe('Oops...There is a conflicting session!');
  expect(whyUnplaced({ why: 'time_blocked' })).toBe('That time is blocked.');
  expect(leaveWords({})).toBe('Leave it out');
  expect(leaveWords({ stands: true })).toBe('Leave it where it is');
});
