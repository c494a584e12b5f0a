import { afterEach, expect, test, vi } from 'vitest';
import { deviceFact } from './device-fact.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the device is asked when an answer is first needed, and again after a minute, on a clock set back too', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T14:00:00.000Z') });
  let asked = 0;
  const fact = deviceFact(() => (asked += 1));
  expect(asked).toBe(0);
  expect([fact(), fact()]).toEqual([1, 1]);
  vi.setSystemTime(Date.parse('2026-11-21T14:01:00.000Z'));
  expect(fact()).toBe(1);
  vi.setSystemTime(Date.parse('2026-11-21T14:01:00.001Z'));
  expect(fact()).toBe(2);
  vi.setSystemTime(Date.parse('2026-11-21T12:00:00.000Z'));
  expect(fact()).toBe(3);
});
