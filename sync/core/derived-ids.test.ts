import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { derivedIds } from './derived-ids.ts';

it('[MU-5] ids follow from principal and uid: by another implementation of the same hash', () => {
  const expected = [0, 1].map((index) =>
    createHash('sha256')
      .update(['orchid-id-1', 'ann', 'u1', String(index)].join('\0'))
      .digest('base64url')
      .slice(0, 24),
  );
  expect(derivedIds('ann', 'u1', 2)).toEqual(expected);
  const all = [derivedIds('ann', 'u1', 2), derivedIds('ben', 'u1', 2), derivedIds('ann', 'u2', 2)].flat();
  expect(new Set(all).size).toBe(6);
  // Never of the length that devices once chose: nobody can have made one before.
  expect(all.every((id) => id.length === 24)).toBe(true);
  expect(derivedIds('ann', 'u1', 0)).toEqual([]);
});
