import { expect, test } from 'vitest';
import { TwoDevices } from '../testing/two-devices.ts';
import { knownDevices } from './end-device.ts';
import { idleLimitMs } from './sessions.ts';

test('[DV-1] nobody counts as logged in where nobody has acted for too long, though nothing has ended it yet', async () => {
  const { server } = await TwoDevices.create();
  const statesAt = async (nowMs: number) =>
    (await server.store.read(() => knownDevices('ann', nowMs))).map(({ state }) => state);
  const nowMs = server.clock.now();
  expect(await statesAt(nowMs + idleLimitMs)).toEqual(['in', 'in']);
  expect(await statesAt(nowMs + idleLimitMs + 1)).toEqual(['locked', 'locked']);
  await server.close();
});
