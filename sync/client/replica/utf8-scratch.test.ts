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
});
