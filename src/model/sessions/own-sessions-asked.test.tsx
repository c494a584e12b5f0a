// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { appointmentBodyOf } from '../../../sync/testing/builders.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useOwnSessions } from './use-own-sessions.ts';

const session = (id: string, start: string, clinician = 'pro-1') => ({
  collection: 'appointment',
  record: { id, scope: 'chart:c1', body: appointmentBodyOf({ start, end: start, clinician }) },
});
const me = (sub: string) => ({
  collection: 'account',
  record: {
    id: sub,
    scope: `account:${sub}`,
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'Dr. A',
      timezone: 'America/New_York',
      modify_datetime: '2026-11-20T09:00:00.000Z',
    },
  },
});

test('one’s own sessions of so many days, by the midnights of one’s own zone', () => {
  const device = new ScreenClient('pro-1');
  device.put(
    me('pro-1'),
    session('before', '2026-11-21T04:59:59.999Z'),
    session('first', '2026-11-21T05:00:00.000Z'),
    session('last', '2026-11-23T04:59:59.999Z'),
    session('after', '2026-11-23T05:00:00.000Z'),
    session('foreign', '2026-11-22T12:00:00.000Z', 'pro-2'),
  );
  const hook = renderHook(() => useOwnSessions('2026-11-21', 2), { client: device.client, props: undefined });
  const last = hook.last();
  expect(last.loading ? [] : last.value.map(({ id }) => id)).toEqual(['first', 'last']);
});

test('nobody’s are asked for where nobody is signed in', () => {
  const device = new ScreenClient('');
  const hook = renderHook(() => useOwnSessions('2026-11-21', 2), { client: device.client, props: undefined });
  expect(hook.last()).toEqual({ loading: true });
  expect(device.asked.filter((what) => what.startsWith('appointment'))).toEqual([]);
});
