import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, type Cursor } from './cursor.ts';

const nowMs = Date.parse('2026-11-21T09:00:00.000Z');
const head = { epoch: 'e', seq: 20, horizon: 10, nowMs };

describe('a cursor', () => {
  const firstSync = (H: number): Cursor => ({ epoch: 'e', H, anchor: nowMs, stage: 1, after: null, done: 3 });

  it.each<[string, Cursor, boolean]>([
    ['in the log', { epoch: 'e', seq: 10 }, true],
    ['behind what is still told as gone', { epoch: 'e', seq: 9 }, false],
    ['beyond the head', { epoch: 'e', seq: 21 }, false],
    ['of another log', { epoch: 'f', seq: 15 }, false],
    ['in a first sync', firstSync(10), true],
    ['in a first sync whose tail begins behind what is still told as gone', firstSync(9), false],
    ['in a first sync that began beyond the head', firstSync(21), false],
  ])('%s', (_where, cursor, isKnown) => {
    expect(decodeCursor(encodeCursor(cursor), head)).toEqual(isKnown ? cursor : null);
  });

  it('is nothing where it is not a cursor at all', () => {
    expect(decodeCursor('not a cursor', head)).toBeNull();
  });
});
