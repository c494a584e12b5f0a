// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountScope, classes, practiceScope } from '../../../sync/collections/classes.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useAvailability } from './use-availability.ts';
import { useFreeSlots } from './use-free-slots.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00.000Z') }));
afterEach(() => vi.useRealTimers());

const modify_datetime = '2026-11-20T09:00:00.000Z';
const me = {
  collection: 'account',
  record: {
    id: 'pro-1',
    scope: accountScope('pro-1'),
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'Dr. A',
      timezone: 'UTC',
      practice_id: 'p1',
      modify_datetime,
    },
  },
};
const scope = practiceScope('p1');
const period = (id: string, clinician: string, change: object = {}, where = scope) => ({
  collection: 'availability_period',
  record: {
    id,
    scope: where,
    body: { weekday: 2, from: 540, to: 720, zone: 'UTC', clinician, modify_datetime, ...change },
  },
});
const asked = { clinician: 'pro-1', first: '2026-11-24', zone: 'UTC', minutes: 50, wanted: {} };
const slots = (device: ScreenClient, change: object = {}) => {
  const hook = renderHook(() => useFreeSlots({ ...asked, ...change }), { client: device.client, props: undefined });
  const found = hook.last();
  hook.leave();
  return found?.slots.map(({ local_start }) => local_start.slice(5)) ?? null;
};

test('[C-034] one’s own free times leave out one’s own sessions and blocks, and hours of another practice', () => {
  const device = new ScreenClient();
  device.put(
    me,
    period('h1', 'pro-1', { to: 660 }),
    period('h2', 'pro-1', { weekday: 3 }, practiceScope('p2')),
    period('h3', 'pro-3', { weekday: 4 }),
    period('h4', 'pro-1', { weekday: 5, removed: modify_datetime }),
    {
      collection: 'blocked_interval',
      record: {
        id: 'b1',
        scope: accountScope('pro-1'),
        body: { start: '2026-11-24T09:00:00.000Z', end: '2026-11-24T09:30:00.000Z', clinician: 'pro-1', label: '' },
      },
    },
  );
  expect(slots(device)).toEqual(['11-24T09:30', '11-24T10:00', '12-01T09:00', '12-01T09:30', '12-01T10:00']);
});

test('[C-036] a colleague’s leave out what is told of her time, and days on which she is away', () => {
  const device = new ScreenClient();
  const busy = (id: string, start: string, end: string, blocked: object) => ({
    collection: 'busy_time',
    record: { id, scope, cls: classes.colleagues, body: { clinician: 'pro-3', start, end, free: false, ...blocked } },
  });
  device.put(
    me,
    period('h3', 'pro-3', { to: 660 }),
    busy('busy.a1', '2026-11-24T09:00:00.000Z', '2026-11-24T09:50:00.000Z', {}),
    busy('busy.b1', '2026-11-24T10:45:00.000Z', '2026-11-24T11:45:00.000Z', { blocked: true }),
  );
  const later = ['12-01T09:00', '12-01T09:30', '12-01T10:00'];
  expect(slots(device, { clinician: 'pro-3' })).toEqual(later);
  expect(slots(device, { clinician: 'pro-3', minutes: 40 })).toEqual(['11-24T10:00', ...later]);
  // It began long ago, and lasts into these days.
  device.put({
    collection: 'unavailability',
    record: {
      id: 'w1',
      scope,
      body: { from_date: '2026-01-01', to_date: '2026-12-01', zone: 'UTC', clinician: 'pro-3', modify_datetime },
    },
  });
  expect(slots(device, { clinician: 'pro-3' })).toEqual([]);
});

test('the rules are hers, and the usual ones where she has said none; of nobody nothing is found', () => {
  const device = new ScreenClient();
  device.put(me, period('h1', 'pro-1'));
  expect(slots(device, { clinician: '' })).toBeNull();
  expect(slots(device, { minutes: Number.NaN })).toBeNull();
  expect(slots(device)).toHaveLength(10);
  device.put({
    collection: 'booking_rules',
    record: {
      id: 'booking.pro-1',
      scope,
      body: {
        buffer_minutes: 0,
        notice_minutes: 0,
        horizon_days: 5,
        step_minutes: 60,
        clinician: 'pro-1',
        modify_datetime,
      },
    },
  });
  expect(slots(device)).toEqual(['11-24T09:00', '11-24T10:00', '11-24T11:00']);
});

test('what has passed while the screen stands open is free no more', () => {
  const device = new ScreenClient();
  device.put(me, period('h1', 'pro-1', { weekday: 5, from: 720, to: 840 }));
  const hook = renderHook(() => useFreeSlots({ ...asked, first: '2026-11-20' }), {
    client: device.client,
    props: undefined,
  });
  const first = () => hook.last()?.slots[0]?.local_start;
  expect(first()).toBe('2026-11-20T12:00');
  act(() => void vi.advanceTimersByTime(20 * 60_000));
  expect(first()).toBe('2026-11-20T12:30');
  hook.leave();
});

test('who is away is away by the days of her own zone: those beside the ones that are shown are read too, no others', () => {
  const device = new ScreenClient();
  const away = (id: string, from_date: string, to_date: string) => ({
    collection: 'unavailability',
    record: { id, scope, body: { from_date, to_date, zone: 'UTC', clinician: 'pro-1', modify_datetime } },
  });
  device.put(
    me,
    away('over', '2026-11-20', '2026-11-22'),
    away('beside', '2026-11-20', '2026-11-23'),
    away('here', '2026-11-24', '2026-11-24'),
    away('next', '2026-11-25', '2026-11-30'),
    away('far', '2026-11-27', '2026-11-30'),
  );
  const hook = renderHook(() => useAvailability('pro-1', { date: '2026-11-24', days: 1, zone: 'UTC' }), {
    client: device.client,
    props: undefined,
  });
  expect(hook.last()?.away.map(({ id }) => id)).toEqual(['beside', 'here', 'next']);
  hook.leave();
});

test('nothing is said before everything has been read; openings are those that reach into the days, weeks begin on Monday', () => {
  const device = new ScreenClient();
  const opening = (id: string, start: string, end: string) => ({
    collection: 'availability_opening',
    record: { id, scope, body: { start, end, clinician: 'pro-1', modify_datetime } },
  });
  device.put(
    me,
    period('sunday', 'pro-1', { weekday: 0 }),
    period('late', 'pro-1', { weekday: 1, from: 800, to: 900 }),
    period('monday', 'pro-1', { weekday: 1 }),
    opening('before', '2026-11-23T09:00:00.000Z', '2026-11-24T00:00:00.000Z'),
    opening('into', '2026-11-23T20:00:00.000Z', '2026-11-24T02:00:00.000Z'),
    opening('after', '2026-11-25T00:00:00.000Z', '2026-11-25T02:00:00.000Z'),
  );
  device.isHeld = true;
  const hook = renderHook(() => useAvailability('pro-1', { date: '2026-11-24', days: 1, zone: 'UTC' }), {
    client: device.client,
    props: undefined,
  });
  expect(hook.last()).toBeNull();
  hook.leave();
  device.isHeld = false;
  const again = renderHook(() => useAvailability('pro-1', { date: '2026-11-24', days: 1, zone: 'UTC' }), {
    client: device.client,
    props: undefined,
  });
  expect(again.last()?.openings.map(({ id }) => id)).toEqual(['into']);
  expect(again.last()?.periods.map(({ id }) => id)).toEqual(['monday', 'late', 'sunday']);
  again.leave();
});
