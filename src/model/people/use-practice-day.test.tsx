// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chartScope, practiceScope } from '../../../sync/collections/classes.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useBookableClients } from '../sessions/use-bookable-clients.ts';
import { usePracticeDay } from './use-practice-day.ts';
import { useKnownRoles, usePracticeRoles } from './use-roles.ts';

// Past midnight in New York, where she is; nine in the evening in Los Angeles, where the practice is.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T05:00:00.000Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const since = '2026-11-20T09:00:00.000Z';
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
      modify_datetime: since,
    },
  },
};
const practice = (zone: string) => ({
  collection: 'practice',
  record: { id: 'p1', scope: practiceScope('p1'), body: { name: 'Bay', zone } },
});
const card = {
  collection: 'client_card',
  record: {
    id: 'c1',
    scope: chartScope('c1'),
    body: { first_name: 'Ada', last_name: 'Berg', timezone: 'UTC', practice_id: 'p1' },
  },
};
const role = (scope: string, role: string, until?: string) => ({
  collection: 'membership',
  record: {
    id: `m.${scope}.${role}`,
    scope,
    body: {
      account: 'pro-1',
      account_name: 'Dr. A',
      role,
      from: since,
      access: 'delegated',
      ...(until === undefined ? {} : { until }),
    },
  },
});

type Row = ReturnType<typeof practice> | ReturnType<typeof role>;

function deviceWith(...rows: readonly Row[]): ScreenClient {
  const device = new ScreenClient();
  device.put(me, card, ...rows);
  return device;
}

test.each([
  ['is known', [practice('America/Los_Angeles')], 'p1', '2026-11-24'],
  ['is not on this device', [], 'p1', '2026-11-25'],
  ['names a zone that is not known here', [practice('Mars/Olympus')], 'p1', '2026-11-25'],
  ['is none', [practice('America/Los_Angeles')], null, '2026-11-25'],
  ['is not told yet', [practice('America/Los_Angeles')], '', '2026-11-25'],
])('today, where the practice %s', (_how, rows, practiceId, value) => {
  const { client } = deviceWith(...rows);
  const hook = renderHook(() => usePracticeDay(practiceId), { client, props: undefined });
  expect(hook.last()).toEqual({ loading: false, value });
  hook.leave();
});

test('[AC-6] the last day of a substitute is over when it is over in the practice, and not where she is', () => {
  const treating = role(chartScope('c1'), 'treating', '2026-11-24');
  const device = deviceWith(practice('America/Los_Angeles'), treating, role(practiceScope('p1'), 'professional'));
  const roles = renderHook(() => useKnownRoles(chartScope('c1')), { client: device.client, props: undefined });
  const bookable = renderHook(useBookableClients, { client: device.client, props: undefined });
  expect(roles.last()).toEqual(['treating', 'practice.professional']);
  expect(bookable.last()?.map(({ chartId }) => chartId)).toEqual(['c1']);
  act(() => device.put(practice('America/New_York')));
  expect(roles.last()).toEqual(['practice.professional']);
  expect(bookable.last()).toEqual([]);
  roles.leave();
  bookable.leave();
});

test('[AC-6] so is the last day of a role in the practice itself', () => {
  const device = deviceWith(practice('America/Los_Angeles'), role(practiceScope('p1'), 'scheduler', '2026-11-24'));
  const hook = renderHook(
    () => ({ own: usePracticeRoles(), there: useKnownRoles(practiceScope('p1')), below: useKnownRoles('chart:c1') }),
    { client: device.client, props: undefined },
  );
  expect(hook.last()).toEqual({
    own: { loading: false, value: ['scheduler'] },
    there: ['scheduler'],
    below: ['practice.scheduler'],
  });
  act(() => device.put(practice('America/New_York')));
  expect(hook.last()).toEqual({ own: { loading: false, value: [] }, there: [], below: [] });
  hook.leave();
});
