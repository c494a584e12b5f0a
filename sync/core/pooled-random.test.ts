import { describe, expect, it } from 'vitest';
import { systemRandom } from '../web/system-ports.ts';
import { createPooledRandom } from './pooled-random.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('unpredictable bytes', () => {
  it.each([12, 16, 24, 32, 64])('are as many as asked for, and never the same: %i', (length) => {
    const draws = Array.from({ length: 2000 }, () => systemRandom.bytes(length));
    expect(draws.every((bytes) => bytes.length === length)).toBe(true);
    expect(new Set(draws.map((bytes) => hex(bytes))).size).toBe(2000);
  });

  it('share no piece between draws of different lengths', () => {
    const pieces = Array.from({ length: 3000 }, (_, index) => systemRandom.bytes([16, 24, 8][index % 3] ?? 8));
    expect(new Set(pieces.map((bytes) => hex(bytes.subarray(0, 8)))).size).toBe(3000);
  });

  it('are forgotten once they are given out', () => {
    const pages: Uint8Array[] = [];
    const random = createPooledRandom(
      (length) => {
        const page = crypto.getRandomValues(new Uint8Array(length));
        pages.push(page);
        return page;
      },
      { now: () => 0 },
    );
    random.bytes(24);
    expect(pages[0]?.subarray(0, 24).every((byte) => byte === 0)).toBe(true);
    expect(pages[0]?.subarray(24).some((byte) => byte !== 0)).toBe(true);
  });

  it.each([
    ['an hour later', 60 * 60 * 1000],
    ['with the clock set back', -1000],
  ])('are of a new draw after the machine was put back, %s, and the old pool is gone', (_when, passedMs) => {
    let nowMs = 1_700_000_000_000;
    const pages: Uint8Array[] = [];
    const random = createPooledRandom(
      (length) => {
        const page = crypto.getRandomValues(new Uint8Array(length));
        pages.push(page);
        return page;
      },
      { now: () => nowMs },
    );
    random.bytes(16);
    random.bytes(16);
    expect(pages).toHaveLength(1);
    nowMs += passedMs;
    random.bytes(16);
    expect(pages).toHaveLength(2);
    expect(pages[0]?.every((byte) => byte === 0)).toBe(true);
  });

  it('of one draw are not changed by the next', () => {
    const first = systemRandom.bytes(24);
    const before = hex(first);
    for (let draw = 0; draw < 1000; draw += 1) systemRandom.bytes(24);
    expect(hex(first)).toBe(before);
  });
});
