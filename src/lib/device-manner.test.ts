import { expect, test } from 'vitest';
import { mannerOf } from './device-manner.ts';

test.each([
  ['en-US', 12, true],
  ['en-GB', 24, false],
  ['de-DE', 24, false],
  ['en-AU', 12, false],
  ['es-US', 12, false],
  ['sv-SE', 24, true],
  ['ja-JP', 24, true],
  ['ar-EG', 12, false],
  // Somebody who asked for the other clock, or whose clock counts from 0 to 11 or from 1 to 24.
  ['en-US-u-hc-h23', 24, true],
  ['en-GB-u-hc-h12', 12, false],
  ['ja-JP-u-hc-h11', 12, true],
  ['en-GB-u-hc-h24', 24, false],
])('%s: %i hours, month first: %s', (locale, hours, monthFirst) => {
  expect(mannerOf(locale)).toEqual({ hours, monthFirst });
});
