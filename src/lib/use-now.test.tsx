// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../testing/render-hook.tsx';
import { ScreenClient } from '../testing/screen-client.ts';
import { useNow } from './use-now.ts';

const start = Date.parse('2026-11-21T09:00:07.000Z');
beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ['Date', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const { client } = new ScreenClient();
const open = () => renderHook(() => useNow(), { client, props: undefined });
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));

test('the present goes on in steps of a quarter minute', async () => {
  const hook = open();
  expect(hook.last()).toBe('2026-11-21T09:00:00.000Z');
  await pass(7000);
  expect(hook.last()).toBe('2026-11-21T09:00:00.000Z');
  await pass(1000);
  expect(hook.last()).toBe('2026-11-21T09:00:15.000Z');
  hook.leave();
});

test('a screen that opens later begins with its own present, not with that of the one before', () => {
  open().leave();
  vi.setSystemTime(start + 3_600_000);
  const hook = open();
  expect(hook.last()).toBe('2026-11-21T10:00:00.000Z');
  hook.leave();
});

test('one that goes does not stop the clock of those that stay; the last one does', async () => {
  const [first, second] = [open(), open()];
  first.leave();
  await pass(30_000);
  expect(second.last()).toBe('2026-11-21T09:00:30.000Z');
  second.leave();
  expect(vi.getTimerCount()).toBe(0);
});

test('a page that comes back from the background shows the present at once', async () => {
  const hook = open();
  // Asleep: no timer of it ran.
  vi.setSystemTime(start + 7_200_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(hook.last()).toBe('2026-11-21T11:00:00.000Z');
  hook.leave();
});
