// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appointmentBodyOf } from '../../../../sync/testing/builders.ts';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { useClients, useNextStarts } from './use-clients.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T02:00:00.000Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const me = {
  collection: 'account',
  record: {
    id: 'pro-1',
    scope: 'account:pro-1',
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'Dr. A',
      timezone: 'America/New_York',
      practice_id: 'p1',
      modify_datetime: '2026-11-25T02:00:00.000Z',
    },
  },
};
const card = (id: string, last_name: string) => ({
  collection: 'client_card',
  record: { id, scope: `chart:${id}`, body: { first_name: 'Ada', last_name, timezone: 'UTC', practice_id: 'p1' } },
});

test('the list is the same one with every drawing until something of it changes: a key in the search field makes nothing anew', () => {
  const device = new ScreenClient();
  device.put(me, card('c1', 'Test'));
  const hook = renderHook(() => [useClients(), useNextStarts()] as const, { client: device.client, props: 1 });
  const [clients, starts] = hook.last();
  expect(clients?.map(({ chartId }) => chartId)).toEqual(['c1']);
  hook.draw(2);
  expect(hook.last()[0]).toBe(clients);
  expect(hook.last()[1]).toBe(starts);
  hook.leave();
});

test('a client comes next with the first session that is not over and not cancelled', () => {
  vi.setSystemTime(Date.parse('2026-11-25T05:00:00.000Z'));
  const device = new ScreenClient();
  const session = (id: string, start: string, status: 'booked' | 'cancelled_patient' = 'booked') => ({
    collection: 'appointment',
    record: {
      id,
      scope: 'chart:c1',
      body: appointmentBodyOf({ start, end: start.replace(':00:00', ':50:00'), status, clinician: 'pro-1' }),
    },
  });
  device.put(
    me,
    card('c1', 'Test'),
    session('over', '2026-11-25T03:00:00.000Z'),
    session('gone', '2026-11-26T10:00:00.000Z', 'cancelled_patient'),
    session('next', '2026-11-27T10:00:00.000Z'),
    session('later', '2026-11-28T10:00:00.000Z'),
  );
  const hook = renderHook(useNextStarts, { client: device.client, props: undefined });
  expect([...hook.last()]).toEqual([['c1', '2026-11-27T10:00:00.000Z']]);
  act(() => device.put(session('next', '2026-11-27T10:00:00.000Z', 'cancelled_patient')));
  expect([...hook.last()]).toEqual([['c1', '2026-11-28T10:00:00.000Z']]);
  hook.leave();
});

test('[AC-6] the last day of a substitute is over when it is over in the practice: until then the client is hers', () => {
  vi.setSystemTime(Date.parse('2026-11-25T05:00:00.000Z'));
  const device = new ScreenClient();
  const practice = (zone: string) => ({
    collection: 'practice',
    record: { id: 'p1', scope: 'practice:p1', body: { name: 'Bay', zone } },
  });
  const given = { account: 'pro-1', account_name: 'Dr. A', role: 'treating', access: 'delegated', until: '2026-11-24' };
  device.put(me, card('c1', 'Test'), practice('America/Los_Angeles'), {
    collection: 'membership',
    record: { id: 'm.c1', scope: 'chart:c1', body: { ...given, from: '2026-11-20T09:00:00.000Z' } },
  });
  const hook = renderHook(useClients, { client: device.client, props: undefined });
  expect(hook.last()).toMatchObject([{ chartId: 'c1', isTreated: true }]);
  act(() => device.put(practice('America/New_York')));
  expect(hook.last()).toMatchObject([{ chartId: 'c1', isTreated: false }]);
  hook.leave();
});
