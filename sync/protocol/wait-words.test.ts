import { expect, test } from 'vitest';
import { waitWords } from './wait-words.ts';

test('who asked too often reads how long it lasts, never less than it does', () => {
  expect([1, 60, 61, 3540, 3541, 7140, 7141, 86_400].map((seconds) => waitWords('attempts', seconds))).toEqual([
    'Too many attempts. Please wait a moment.',
    'Too many attempts. Please wait a moment.',
    'Too many attempts. Please try again in 2 minutes.',
    'Too many attempts. Please try again in 59 minutes.',
    'Too many attempts. Please try again in 60 minutes.',
    'Too many attempts. Please try again in 119 minutes.',
    'Too many attempts. Please try again in 2 hours.',
    'Too many attempts. Please try again in 24 hours.',
  ]);
  expect(waitWords('requests', 5)).toBe('Too many requests. Please wait a moment.');
});
