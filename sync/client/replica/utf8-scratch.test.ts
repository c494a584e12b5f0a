import { describe, expect, it } from 'vitest';
import { Utf8Scratch } from './utf8-scratch.ts';

describe('bytes of a text without a buffer for each', () => {
  it.each(['', 'plain', 'Zürich – 東京 – 🌷', '𝒜'.repeat(5000), '東'.repeat(20_000)])(
    'are those of its encoding: %#',
    (text) => {
      const scratch = new Utf8Scratch();
      expect(new TextDecoder().decode(scratch.encode(text))).toBe(text);
      scratch.encode('x'.repeat(50_000));
      expect(new TextDecoder().decode(scratch.encode(text))).toBe(text);
    },
  );

  // As many units as the room has bytes, each of more than one: a note with umlauts was sealed without its end.
  it.each(['ä', '東', 'aä', '\u{1f337}'])(
    'are all of them, however near a text comes to the room there is: %s',
    (unit) => {
      for (let length = 1000; length <= 4100; length += unit.length * 31) {
        const text = unit.repeat(Math.floor(length / unit.length));
        expect(new TextDecoder().decode(new Utf8Scratch().encode(text))).toBe(text);
      }
    },
  );
});
