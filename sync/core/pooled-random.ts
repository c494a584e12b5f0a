import type { Random } from '../ports.ts';

/** What is longer is a key: it comes straight from the source, and lies nowhere before its use. */
const longestPooled = 24;

/**
 * A source of unpredictable bytes that is asked for a page at a time: each question costs as much as a sealing. Hands out
 * each byte once, and forgets it.
 */
export function createPooledRandom(draw: (length: number) => Uint8Array, poolBytes = 4096): Random {
  let pool: Uint8Array = new Uint8Array(0);
  return {
    bytes: (length) => {
      if (length > longestPooled) return draw(length);
      if (pool.length < length) pool = draw(poolBytes);
      const out = pool.slice(0, length);
      pool.fill(0, 0, length);
      pool = pool.subarray(length);
      return out;
    },
  };
}
