// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import { accountScope } from '../../../sync/collections/classes.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useOwnBlocks } from './use-blocks.ts';

const scope = accountScope('pro-1');
const me = {
  collection: 'account',
  record: {
    id: 'pro-1',
    scope,
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'Dr. A',
      timezone: 'America/New_York',
      modify_datetime: '2026-11-20T09:00:00.000Z',
    },
  },
};
const block = (id: string, start: string, end: string) => ({
  collection: 'blocked_interval',
  record: { id, scope, body: { start: `${start}:00.000Z`, end: `${end}:00.000Z`, clinician: 'pro-1', label: '' } },
});

test('the blocks of a day are also those that began days before and last into it; none that ended before, or begins after', () => {
  const device = new ScreenClient();
  device.put(
    me,
    block('two weeks', '2026-11-11T05:01', '2026-11-25T05:01'),
    block('since Monday', '2026-11-23T05:00', '2026-11-26T05:00'),
    block('until Wednesday', '2026-11-23T05:00', '2026-11-25T05:00'),
    block('of that day', '2026-11-25T14:00', '2026-11-25T15:00'),
    block('from Thursday', '2026-11-26T05:00', '2026-11-26T06:00'),
  );
  const hook = renderHook(() => useOwnBlocks('2026-11-25', 1), { client: device.client, props: undefined });
  expect(hook.last().map(({ id }) => id)).toEqual(['two weeks', 'since Monday', 'of that day']);
  hook.leave();
});
