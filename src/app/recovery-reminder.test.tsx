// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SyncStatus } from '../../sync/client/api.ts';
import { Value } from '../../sync/client/observable.ts';
import { blankStatus } from '../../sync/client/status/status-board.ts';
import { DrawnScreen } from '../testing/drawn-screen.tsx';
import { RecoveryReminder } from './recovery-reminder.tsx';

const minute = 60_000;
const week = 7 * 24 * 60 * minute;
let screen: DrawnScreen;
let status: Value<SyncStatus>;
let asked: number;
let made: string | null;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:00.000Z'), toFake: ['Date', 'setInterval', 'clearInterval'] });
  localStorage.clear();
  screen = new DrawnScreen();
  status = new Value<SyncStatus>({ ...blankStatus, online: true });
  screen.parts['status'] = status;
  [asked, made] = [0, null];
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return Response.json({ email: 'pro@example.test', made });
  });
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const draw = () => screen.draw(<RecoveryReminder />);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const isShown = () => screen.text().includes('A recovery code keeps everything readable');

test('[RC-6] comes after a quarter of an hour, and again a week after it was put off', async () => {
  await draw();
  await pass(14 * minute);
  expect([isShown(), asked]).toEqual([false, 0]);
  await pass(2 * minute);
  expect([isShown(), asked]).toEqual([true, 1]);
  await screen.press('Later');
  expect(isShown()).toBe(false);
  await pass(week - minute);
  expect(isShown()).toBe(false);
  await pass(2 * minute);
  expect(isShown()).toBe(true);
});

test('[RC-6] whoever has a code is not reminded, and not asked about again', async () => {
  made = '2026-11-01T00:00:00.000Z';
  await draw();
  await pass(20 * minute);
  expect([isShown(), asked]).toEqual([false, 1]);
  await pass(week);
  expect([isShown(), asked]).toEqual([false, 1]);
});

test('[RC-6] without a connection nothing is claimed; it comes once there is one', async () => {
  status.set({ ...blankStatus, online: false });
  await draw();
  await pass(20 * minute);
  expect([isShown(), asked]).toEqual([false, 0]);
  await act(async () => status.set({ ...blankStatus, online: true }));
  expect(isShown()).toBe(true);
});

test('[RC-6] what the server does not say is no missing code', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'x' }, { status: 503 }));
  await draw();
  await pass(20 * minute);
  expect(isShown()).toBe(false);
});
