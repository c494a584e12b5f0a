/**
 * An order-independent sum over (id, version): two 32-bit lanes and a count. Adding and removing are inverse, so the
 * sum is kept up to date per change. It detects divergence by accident, not by an attacker: a hostile server could
 * lie about rows and sums alike.
 */
export interface Checksum {
  readonly count: number;
  readonly a: number;
  readonly b: number;
}

export const emptyChecksum: Checksum = { count: 0, a: 0, b: 0 };

/** FNV-1a over UTF-16 code units, with a final avalanche (murmur3 fmix32) so that near ids do not cancel out. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** `sign` +1 adds the row, -1 takes it away. */
export function addToChecksum(sum: Checksum, id: string, version: number, sign: 1 | -1): Checksum {
  const text = `${id}@${version}`;
  return {
    count: sum.count + sign,
    a: (sum.a + sign * hash(text, 0)) >>> 0,
    b: (sum.b + sign * hash(text, 0x9e3779b9)) >>> 0,
  };
}

/** Whether two sums say the same rows. */
export function isSameChecksum(one: Checksum, other: Checksum): boolean {
  return one.count === other.count && one.a === other.a && one.b === other.b;
}
