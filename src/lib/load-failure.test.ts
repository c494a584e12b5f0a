import { expect, test } from 'vitest';
import { failedWords, isLoadFailure, notHereWords, whyMissing } from './load-failure.ts';

test.each([
  [new TypeError('Failed to fetch dynamically imported module: https://orchid.example/assets/a.js'), true],
  [new TypeError('error loading dynamically imported module: https://orchid.example/assets/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /assets/note-page-x.css'), true],
  [new TypeError('Failed to fetch'), true],
  [new TypeError("Cannot read properties of undefined (reading 'body')"), false],
  [new Error('something else'), false],
  ['text', false],
])('a part that could not be fetched is told from a bug: %s', (error, isLoad) => {
  expect(isLoadFailure(error)).toBe(isLoad);
});

test('what stands in the place of a part speaks of the connection only where that was missing', () => {
  expect(whyMissing(new TypeError('Failed to fetch'))).toEqual({ title: 'No connection', words: notHereWords });
  expect(whyMissing(new ReferenceError('x is not defined'))).toEqual({
    title: 'Something went wrong',
    words: failedWords,
  });
  expect(failedWords).not.toMatch(/connection|network/);
});
