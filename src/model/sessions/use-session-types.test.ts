// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { accountScope, practiceScope } from '../../../sync/collections/classes.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useSessionTypes } from './use-session-types.ts';

const type = (id: string, label: string) => ({
  collection: 'appointment_type',
  record: { id, scope: practiceScope('x'), body: { label, orchid_pro_user_id: 'pro-1' } },
});

test('[C-536] types of AI sessions are in no list of types: which plan somebody has is not known here', () => {
  const device = new ScreenClient('pro-1');
  const account = { user_type: 'orchid_pro', practice_id: 'x', timezone: 'UTC' };
  device.put(
    { collection: 'account', record: { id: 'pro-1', scope: accountScope('pro-1'), body: account } },
    type('t1', 'Regular AI Session'),
    type('t2', 'Couple session'),
    type('t3', 'Audio Recording Session'),
    type('t4', 'First AI Video Session'),
    type('t5', 'A session about AI'),
  );
  const hook = renderHook(() => useSessionTypes('pro-1') ?? 'opening', { client: device.client, props: undefined });
  const types = hook.last();
  expect(types === 'opening' ? types : types.map(({ body }) => body.label)).toEqual([
    'A session about AI',
    'Couple session',
  ]);
});
