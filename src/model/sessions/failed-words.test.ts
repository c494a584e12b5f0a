import { expect, test } from 'vitest';
import { failedWords } from './failed-words.ts';

test('what was not saved beside a booking is named with why; of what was saved, or never said, there is nothing to tell', () => {
  const full = { kind: 'not-saved', reason: 'quota', message: 'There is no room left on this device.' } as const;
  expect(failedWords('The office', full)).toBe(' The office was not saved: There is no room left on this device.');
  expect(failedWords('The office', { kind: 'saved', uid: 'u', ids: [], requested: false })).toBe('');
  expect(failedWords('The office', null)).toBe('');
});
