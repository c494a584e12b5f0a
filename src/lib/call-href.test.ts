import { expect, test } from 'vitest';
import { callHref } from './call-href.ts';

test.each([
  ['(555) 017-4401', 'tel:5550174401'],
  [' +44 20 7946 0018', 'tel:+442079460018'],
])('%s is called as %s', (shown, href) => {
  expect(callHref(shown)).toBe(href);
});
