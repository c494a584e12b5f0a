import { expect, test } from 'vitest';
import { createGrowingWaits, longestWaitMs } from './growing-waits.ts';

test('RL: a clock that is set back keeps nobody out for longer than a quarter of an hour', () => {
  let nowMs = 10 * 24 * 60 * 60 * 1000;
  const waits = createGrowingWaits({ freeFailures: 0 }, { now: () => nowMs });
  for (let tries = 0; tries < 12; tries += 1) waits.addFailure('ann');
  nowMs -= 24 * 60 * 60 * 1000;
  expect(waits.secondsFor('ann')).toBeLessThanOrEqual(longestWaitMs / 1000);
});
