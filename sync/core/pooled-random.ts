import type { Clock, Random } from '../ports.ts';

/** What is longer is a key: it comes straight from the source, and lies nowhere before its use. */
const longestPooled = 24;

/** A machine or process that was put back from a copy would hand out the rest of its pool twice: none lives for longer. */
const poolLifeMs = 1000;

/**
 * A source of unpredictable bytes that is asked for a page at a time: each question costs as much as a sealing. Hands out
 * each byte once, and forgets it. A pool is thrown away once it is a second old, or where the clock was set back.
 */
export function createPooledRandom(
  draw: (length: number) => Uint8Array,
  clock: Pick<Clock, 'now'>,
  poolBytes = 4096,
): Random {
  let pool: Uint8Array = new Uint8Array(0);
  let drawnAtMs = 0;
  return {
    bytes: (length) => {
      if (length > longestPooled) return draw(length);
      const ageMs = clock.now() - drawnAtMs;
      if (pool.length < length || ageMs < 0 || ageMs > poolLifeMs) {
        pool.fill(0);
        pool = draw(poolBytes);
        drawnAtMs = clock.now();
      }
      const out = pool.slice(0, length);
      pool.fill(0, 0, length);
      pool = pool.subarray(length);
      return out;
    },
  };
}
