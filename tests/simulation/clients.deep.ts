import { expect, it } from 'vitest';
import { interleave } from './client-interleaving.ts';

it('[CH-2, CH-3, CH-4, PP-2] 400 ways in which things happen to one client on four devices', async () => {
  for (let seed = 1000; seed < 1400; seed += 1) {
    const { problems } = await interleave(seed);
    expect(problems, `seed ${seed}`).toEqual([]);
  }
}, 600_000);
