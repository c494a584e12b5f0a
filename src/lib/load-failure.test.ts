import { expect, test } from 'vitest';
import { isLoadFailure } from './load-failure.ts';

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
