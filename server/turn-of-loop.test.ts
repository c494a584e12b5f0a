import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBudget, pieceMs, turnOfLoop } from './turn-of-loop.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

test.each([[undefined, pieceMs] as const, [2, 2] as const])(
  'a piece of work has its time, and no more: %s',
  (limitMs, ms) => {
    vi.advanceTimersByTime(5000);
    const isOver = createBudget(limitMs);
    expect(isOver()).toBe(false);
    vi.advanceTimersByTime(ms - 1);
    expect(isOver()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isOver()).toBe(true);
  },
);

test('a turn of the loop lets run what waits', async () => {
  const ran: string[] = [];
  setImmediate(() => ran.push('before'));
  const turn = turnOfLoop().then(() => ran.push('turn'));
  await Promise.resolve();
  expect(ran).toEqual([]);
  await turn;
  expect(ran).toEqual(['before', 'turn']);
});
