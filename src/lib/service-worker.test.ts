import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remindWhileLocked } from './service-worker.ts';

const told: unknown[] = [];
beforeEach(() => {
  told.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage: (data: unknown) => told.push(data) } } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a locked page reminds the worker again and again while something waits, once however often it is asked for, and then no more', () => {
  let isNeeded = true;
  remindWhileLocked(() => isNeeded);
  remindWhileLocked(() => isNeeded);
  expect(told).toEqual([{ type: 'deposit' }]);
  vi.advanceTimersToNextTimer();
  vi.advanceTimersToNextTimer();
  expect(told).toHaveLength(3);
  isNeeded = false;
  vi.advanceTimersToNextTimer();
  expect(told).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
  // Locked once more: it begins anew.
  isNeeded = true;
  remindWhileLocked(() => isNeeded);
  expect(told).toHaveLength(4);
  isNeeded = false;
  vi.advanceTimersToNextTimer();
  expect(vi.getTimerCount()).toBe(0);
});

test('where nothing waits the worker is left alone', () => {
  remindWhileLocked(() => false);
  expect(told).toEqual([]);
  vi.runOnlyPendingTimers();
  expect(vi.getTimerCount()).toBe(0);
});
