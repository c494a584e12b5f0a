import { describe, expect, it } from 'vitest';
import { interleave } from './client-interleaving.ts';

describe('[CH-2, CH-3, CH-4, PP-2] whatever happens to one client on four devices at once', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('all of them end equal, and no word of it is lost: seed %i', async (seed) => {
    const { problems, saved } = await interleave(seed);
    expect(problems).toEqual([]);
    expect(saved).toBeGreaterThan(3);
  });
});
