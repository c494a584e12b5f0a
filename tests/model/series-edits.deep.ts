import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aCase, check, checkCrowded } from '../../sync/testing/series-edits.ts';

/** Another seed with every run: what it finds it names. */
const cases = { numRuns: 10_000 } as const;

it('[CA-9] at most six edits on two offline devices, ten thousand times: the calendar that the rule says', () => {
  fc.assert(
    fc.property(aCase, ({ acts, order }) => check(acts, order)),
    cases,
  );
});

it('[CA-9] the same among sessions of others, ten thousand times: none lost, no two at one time', () => {
  let listed = 0;
  fc.assert(
    fc.property(aCase, ({ acts, order }) => void (listed += checkCrowded(acts, order))),
    cases,
  );
  expect(listed).toBeGreaterThan(500);
});
