import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aCase, check, checkCrowded, type Act } from '../testing/series-edits.ts';

describe('[CA-9] two devices that change the same series offline', () => {
  it('at most six edits: the calendar that the rule says, each session once', () => {
    // Ten thousand cases: `tests/model/series-edits.deep.ts`.
    fc.assert(
      fc.property(aCase, ({ acts, order }) => check(acts, order)),
      { numRuns: 500, seed: 9 },
    );
  });

  it('each kind of edit against each, at each reach, at three sessions, whichever arrives first', () => {
    const acts = (['this', 'following', 'all'] as const).flatMap((reached) =>
      [1, 2, 4].flatMap((at): Act[] => [
        { act: 'move', reach: reached, of: at, days: 1, hour: 14 },
        { act: 'place', reach: reached, of: at, place: 'outside' },
        { act: 'cancel', reach: reached, of: at },
      ]),
    );
    for (const one of acts)
      for (const other of acts)
        check(
          [
            [true, one],
            [false, other],
          ],
          [],
        );
    expect(acts.length ** 2).toBe(27 ** 2);
  });

  it('among sessions of others: no two at one time, none lost, and each that was not to be had is listed', () => {
    let listed = 0;
    fc.assert(
      fc.property(aCase, ({ acts, order }) => void (listed += checkCrowded(acts, order))),
      { numRuns: 300, seed: 10 },
    );
    expect(listed).toBeGreaterThan(15);
  });
});
