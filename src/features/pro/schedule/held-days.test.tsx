// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { HeldDays } from './held-days.tsx';
import { useSchedule } from '../../../model/sessions/use-schedule.ts';

/** Frames are drawn when the test says so. */
let frames: (() => void)[] = [];
const nextFrame = async (): Promise<void> => {
  const due = frames;
  frames = [];
  await act(async () => {
    for (const frame of due) frame();
    await vi.advanceTimersByTimeAsync(1);
  });
};

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', (index: number) => frames.splice(index - 1, 1));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const session = (id: string, day: string) => ({
  collection: 'appointment',
  record: {
    id,
    scope: 'chart:c1',
    body: { clinician: 'pro-1', start: `${day}T15:00:00.000Z`, end: `${day}T15:50:00.000Z`, status: 'booked' },
  },
});
const account = {
  collection: 'account',
  record: { id: 'pro-1', scope: 'user:pro-1', body: { user_type: 'professional', timezone: 'UTC', practice_id: 'p1' } },
};
/** Which weeks' sessions were asked for, by their Mondays. */
const weeksOf = (asked: readonly string[]): readonly string[] =>
  asked.flatMap((what) => /^appointment\.clinician_start \S*?(\d{4}-\d\d-\d\d)T/.exec(what)?.[1] ?? []);

function screen(isHeld = false) {
  const device = new ScreenClient('pro-1');
  device.isHeld = isHeld;
  device.put(account, session('a1', '2026-11-25'), session('a2', '2026-12-02'));
  const drawn = renderHook(
    (first: string) => {
      const { sessions } = useSchedule(first, 7);
      return { first, found: sessions?.map(({ id }) => id) ?? null, held: <HeldDays first={first} count={7} /> };
    },
    { client: device.client, props: '2026-11-23', show: ({ held }) => held },
  );
  return { device, drawn };
}

test('once the days are painted those before and after them are read; before that nothing but they themselves', async () => {
  const { device } = screen();
  expect(weeksOf(device.asked)).toEqual(['2026-11-23']);
  await nextFrame();
  expect(weeksOf(device.asked).toSorted()).toEqual(['2026-11-16', '2026-11-23', '2026-11-30']);
});

test('they are read after the days themselves, however long those take', async () => {
  const { device } = screen(true);
  act(() => device.answer());
  await nextFrame();
  await nextFrame();
  // Of the week on screen the sessions are asked for, and not answered.
  expect(weeksOf(device.asked)).toEqual(['2026-11-23']);
  act(() => device.answer());
  await nextFrame();
  expect(new Set(weeksOf(device.asked))).toEqual(new Set(['2026-11-16', '2026-11-23', '2026-11-30']));
});

test('who turns sees the next days at the first drawing, and nothing that is held is read again', async () => {
  const { device, drawn } = screen();
  await nextFrame();
  const { length } = drawn.all;
  device.isHeld = true;
  drawn.draw('2026-11-30');
  const found = drawn.all.slice(length).map((one) => one.found?.join(' '));
  expect(new Set(found)).toEqual(new Set(['a2']));
  await nextFrame();
  expect(weeksOf(device.asked).filter((week) => week === '2026-11-30')).toHaveLength(1);
  expect(weeksOf(device.asked).filter((week) => week === '2026-11-23')).toHaveLength(1);
  expect(weeksOf([...device.open].map(({ what }) => what)).toSorted()).toEqual([
    '2026-11-23',
    '2026-11-30',
    '2026-12-07',
  ]);
});

test('of days that are turned over before they are painted the neighbours are not read', async () => {
  const { device, drawn } = screen();
  drawn.draw('2026-12-07');
  await nextFrame();
  expect(weeksOf(device.asked).toSorted()).toEqual(['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14']);
  drawn.leave();
  await nextFrame();
  expect(device.open.size).toBe(0);
});
