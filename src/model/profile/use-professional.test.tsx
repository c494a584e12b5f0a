// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { accountScope, practiceScope } from '../../../sync/collections/classes.ts';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useProfessional } from './use-professional.ts';

const of = (collection: string, id: string, scope: string, body: Readonly<Record<string, string | null>>) => ({
  collection,
  record: { id, scope, body },
});
const own = accountScope('pro-1');
const account = of('account', 'pro-1', own, {
  cognito_sub: 'pro-1',
  user_type: 'orchid_pro',
  practice_id: 'p1',
  first_name: 'Ada',
  last_name: 'One',
});

test('what a professional has said of herself is known once all of it has been read: her own types that stand and licences, her practice’s offices', () => {
  const device = new ScreenClient();
  device.isHeld = true;
  const hook = renderHook(useProfessional, { client: device.client, props: undefined });
  expect(hook.last()).toBeNull();
  act(() =>
    device.put(
      account,
      of('orchid_pro_type', 't1', own, { marked_deleted_datetime: null }),
      of('orchid_pro_type', 't2', own, { marked_deleted_datetime: '2026-11-21T09:00:00.000Z' }),
      of('orchid_pro_type', 't3', accountScope('pro-2'), { marked_deleted_datetime: null }),
      of('license', 'l1', own, { state: 'NY' }),
      of('license', 'l2', accountScope('pro-2'), { state: 'NJ' }),
      of('office_location', 'o1', practiceScope('p1'), {}),
      of('office_location', 'o2', practiceScope('p2'), {}),
      of('professional', 'pro-1', practiceScope('p1'), { medical_degree: 'PhD' }),
    ),
  );
  act(() => device.answer());
  const known = hook.last();
  const ids = [known?.types, known?.licenses, known?.locations].map((held) => held?.map(({ id }) => id));
  expect(ids).toEqual([['t1'], ['l1'], ['o1']]);
  expect(known).toMatchObject({ name: { first_name: 'Ada', last_name: 'One' }, record: { medical_degree: 'PhD' } });
});
