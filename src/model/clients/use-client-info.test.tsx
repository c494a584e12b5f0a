// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from '../../testing/render-hook.tsx';
import { ScreenClient } from '../../testing/screen-client.ts';
import { useClientInfo } from './use-client-info.ts';

test('[C-157] nothing is said before the device has answered; then what holds for all, then what was chosen', () => {
  const device = new ScreenClient();
  device.isHeld = true;
  const hook = renderHook(useClientInfo, { client: device.client, props: undefined });
  expect(hook.all.at(-1)).toBeNull();
  act(() => device.answer());
  expect(hook.last()).toEqual({ asked: ['preferred_first_name', 'dob', 'phone_number', 'email'], timezone: '' });
  const chosen = { asked: ['pronouns'], timezone: 'America/Chicago', modify_datetime: '2026-11-25T10:00:00.000Z' };
  act(() => device.put({ collection: 'client_info', record: { id: 'pro-1', scope: 'account:pro-1', body: chosen } }));
  expect(hook.last()).toEqual({ asked: ['pronouns'], timezone: 'America/Chicago' });
});
