import { expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { TwoDevices } from '../testing/two-devices.ts';
import { endEverywhere } from './device-sessions.ts';

test('[RC-5] the device that goes on keeps its key, and opens what lies there after a reload; no other one does', async () => {
  const { server, mine, other } = await TwoDevices.create();
  const except = { familyId: mine.session, deviceId: mine.deviceId };
  const ending = { nowMs: server.clock.now(), reason: 'password', except } as const;
  await server.store.write(() => endEverywhere('ann', ending));
  const answer = await mine.call('GET', '/api/login/v1/device_key');
  expect(await answer.json()).toMatchObject({ device_key: mine.deviceKey });
  expect((await other.call('GET', '/api/login/v1/device_key')).status).toBe(401);
  const ended = await server.store.read(() => call('getDevice', 'ann', other.deviceId));
  expect(ended).toMatchObject({ deviceKey: '', signKey: '' });
  await server.close();
});
