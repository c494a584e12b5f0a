import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor, stages } from './cursor.ts';

const dayMs = 24 * 60 * 60 * 1000;
const anchor = Date.parse('2026-11-20T15:00:00.000Z');

describe('a first sync', () => {
  test('brings what is timeless, the next two weeks, 90 days either way, then the rest: each moment once', () => {
    expect(stages(anchor)).toEqual([
      { from: '', to: '\u0001' },
      { from: '2026-11-19T15:00:00.000Z', to: '2026-12-04T15:00:00.001Z' },
      { from: '2026-08-22T15:00:00.000Z', to: '2026-11-19T15:00:00.000Z' },
      { from: '2026-12-04T15:00:00.001Z', to: '2027-02-18T15:00:00.001Z' },
      { from: '\u0001', to: '2026-08-22T15:00:00.000Z' },
      { from: '2027-02-18T15:00:00.001Z', to: '\u{10ffff}' },
    ]);
  });

  test.each([
    ['begun a week ago, starts anew', 7 * dayMs, false],
    ['begun a moment later, goes on', 7 * dayMs - 1, true],
    ['begun by a clock that was a day ahead, goes on', -dayMs, true],
    ['by one that was further ahead, starts anew', -dayMs - 1, false],
  ])('%s', (_what, passedMs, goesOn) => {
    const cursor = { epoch: 'e1', H: 5, anchor, stage: 1, after: null, done: 0 };
    const now = { epoch: 'e1', seq: 5, horizon: 0, nowMs: anchor + passedMs };
    expect(decodeCursor(encodeCursor(cursor), now)).toEqual(goesOn ? cursor : null);
  });

  test.each([
    ['beyond its six stages', { stage: 6 }, true],
    ['further', { stage: 7 }, false],
    ['begun at the head', { H: 9 }, true],
    ['begun beyond it', { H: 10 }, false],
    ['begun at the horizon', { H: 3 }, true],
    ['begun below it', { H: 2 }, false],
    ['of another epoch', { epoch: 'e2' }, false],
  ])('%s', (_what, change, goesOn) => {
    const cursor = { epoch: 'e1', H: 5, anchor, stage: 1, after: null, done: 0, ...change };
    const now = { epoch: 'e1', seq: 9, horizon: 3, nowMs: anchor };
    expect(decodeCursor(encodeCursor(cursor), now)).toEqual(goesOn ? cursor : null);
  });
});
