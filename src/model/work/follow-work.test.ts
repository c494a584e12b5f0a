import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followWork } from './follow-work.ts';

let change: () => void;
let stopped: boolean;
const client = {
  watchWork(onChange: () => void) {
    change = onChange;
    return () => (stopped = true);
  },
};
beforeEach(() => {
  stopped = false;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('[RD-3] a list that could not be read is read again by itself, and once', async () => {
  let reads = 0;
  const seen: number[] = [];
  const stop = followWork(
    client,
    async () => {
      reads += 1;
      if (reads < 3) throw new Error('not now');
      return reads;
    },
    (value) => seen.push(value),
  );
  await vi.advanceTimersByTimeAsync(1999);
  expect([reads, seen]).toEqual([1, []]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([reads, seen]).toEqual([3, [3]]);
  change();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([3, 4]);
  stop();
  expect(stopped).toBe(true);
});

test('an older answer never comes after a newer one, and none after the end', async () => {
  const answers: ((value: string) => void)[] = [];
  const seen: string[] = [];
  const stop = followWork(
    client,
    () => new Promise<string>((resolve) => answers.push(resolve)),
    (value) => seen.push(value),
  );
  change();
  change();
  answers[1]?.('second');
  await vi.advanceTimersByTimeAsync(0);
  answers[0]?.('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['second']);
  stop();
  answers[2]?.('third');
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['second']);
});

test('[RD-3] nothing is asked any more once nobody wants to know', async () => {
  let reads = 0;
  const stop = followWork(
    client,
    () => {
      reads += 1;
      return Promise.reject(new Error('not now'));
    },
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toBe(1);
});
