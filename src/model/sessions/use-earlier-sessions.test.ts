// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { expect, test } from 'vitest';
import { accountScope } from '../../../sync/collections/classes.ts';
import { appointmentBodyOf } from '../../../sync/testing/builders.ts';
import type { OrchidClient } from '../../lib/model.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useEarlierSessions } from './use-earlier-sessions.ts';

const minuteMs = 60_000;
const startOf = (index: number): string => new Date(Date.UTC(2026, 10, 20, 12) - index * 90 * minuteMs).toISOString();
const session = (id: string, start: string, clinician = 'pro-1', more: object = {}) => ({
  collection: 'appointment',
  record: { id, scope: 'chart:c1', body: appointmentBodyOf({ start, end: start, clinician, ...more }) },
});

/** A device that also answers a question asked once, from the end. */
function deviceWith(...rows: readonly ReturnType<typeof session>[]) {
  const device = new ScreenClient('pro-1');
  const account = { user_type: 'orchid_pro', practice_id: '', timezone: 'UTC' };
  device.put({ collection: 'account', record: { id: 'pro-1', scope: accountScope('pro-1'), body: account } }, ...rows);
  const asked: number[] = [];
  let isBroken = false;
  const range = async (query: Parameters<OrchidClient['range']>[0]) => {
    asked.push(query.limit ?? 0);
    if (isBroken) throw new Error('no storage');
    let found: readonly unknown[] = [];
    device.client.watchRange(query, (all) => (found = all))();
    return found.toReversed().slice(0, query.limit);
  };
  const client = new Proxy(device.client, {
    get: (known, name) => (name === 'range' ? range : Reflect.get(known, name)),
  });
  const hook = renderHook(() => useEarlierSessions('2026-11-21'), { client, props: undefined });
  return { device, hook, asked, breakStorage: (broken: boolean) => (isBroken = broken) };
}

const many = Array.from({ length: 137 }, (_, index) => session(`s${index}`, startOf(index)));

test('[S-278] earlier sessions are read a page at a time, until one is short; nothing is asked before somebody does, or after', async () => {
  const { hook, asked } = deviceWith(
    ...many,
    session('later', '2026-11-21T00:00:00.000Z'),
    session('foreign', startOf(3), 'pro-2'),
  );
  expect([asked, hook.last().isBegun]).toEqual([[], false]);
  await act(() => hook.last().more());
  expect([hook.last().sessions.length, hook.last().isWhole]).toEqual([100, false]);
  expect(hook.last().sessions.at(-1)?.id).toBe('s0');
  await act(() => hook.last().more());
  expect([hook.last().sessions.length, hook.last().isWhole]).toEqual([137, true]);
  expect(hook.last().sessions[0]?.id).toBe('s136');
  await act(() => hook.last().more());
  expect(asked).toEqual([100, 101]);
});

test('two presses in a row ask once', async () => {
  const { hook, asked } = deviceWith(...many);
  await act(() => Promise.all([hook.last().more(), hook.last().more()]));
  expect([asked, hook.last().sessions.length]).toEqual([[100], 100]);
});

test('what was read shows changes at once: another status, and one that was moved to another day is gone', async () => {
  const { device, hook } = deviceWith(session('a', startOf(1)), session('b', startOf(2)));
  await act(() => hook.last().more());
  const shown = () => hook.last().sessions.map(({ id, body }) => [id, body.status]);
  expect(shown()).toEqual([
    ['b', 'booked'],
    ['a', 'booked'],
  ]);
  act(() => device.put(session('b', startOf(2), 'pro-1', { status: 'cancelled_patient' })));
  expect(shown()).toEqual([
    ['b', 'cancelled_patient'],
    ['a', 'booked'],
  ]);
  act(() => device.put(session('a', '2026-12-01T09:00:00.000Z')));
  expect(shown()).toEqual([['b', 'cancelled_patient']]);
});

test('storage that does not answer is said, and asked again by the next press', async () => {
  const { hook, breakStorage } = deviceWith(session('a', startOf(1)));
  breakStorage(true);
  await act(() => hook.last().more());
  expect(hook.last()).toMatchObject({ hasFailed: true, isBegun: false, sessions: [] });
  breakStorage(false);
  await act(() => hook.last().more());
  expect(hook.last()).toMatchObject({ hasFailed: false, isBegun: true, isWhole: true });
});

test('a page that is not read leaves what was read before, and is the next that is asked for', async () => {
  const { hook, breakStorage } = deviceWith(...many);
  await act(() => hook.last().more());
  breakStorage(true);
  await act(() => hook.last().more());
  expect([hook.last().hasFailed, hook.last().isBegun, hook.last().sessions.length]).toEqual([true, true, 100]);
  breakStorage(false);
  await act(() => hook.last().more());
  expect([hook.last().hasFailed, hook.last().isWhole, hook.last().sessions.length]).toEqual([false, true, 137]);
});
