// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
