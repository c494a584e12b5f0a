import { afterEach, expect, test } from 'vitest';
import { deviceHandle } from '../../server/auth/end-device.ts';
import { call } from '../../server/store/port.ts';
import { person, SessionWorld } from './session-world.ts';

let world: SessionWorld;
afterEach(() => world.server.close());

/** What the account's devices are called, and since when they count as lost. */
async function devices() {
  const rows = await world.server.store.read(() => call('devicesOf', 'ann'));
  return rows.map(({ name, lostAt }) => ({ name, isLost: lostAt !== '' }));
}

test('[DV-1] a device says what it is called when it registers its key, and again whenever it comes back by it', async () => {
  world = await SessionWorld.create();
  await world.client.signIn(person);
  await world.settle();
  expect(await devices()).toEqual([{ name: 'App on Android', isLost: false }]);
  await world.server.store.write(function* () {
    for (const device of yield* call('devicesOf', 'ann')) yield* call('putDevice', { ...device, name: '' });
  });
  await world.client.lock();
  await world.settle();
  await world.client.unlock(person.password);
  await world.settle();
  expect(await devices()).toEqual([{ name: 'App on Android', isLost: false }]);
});

test('[DV-3] a device is reported lost by what is derived of the password; another one changes nothing', async () => {
  world = await SessionWorld.create();
  const other = await world.beside();
  await world.client.signIn(person);
  await other.client.signIn(person);
  await Promise.all([world.settle(), other.settle()]);
  const rows = await world.server.store.read(() => call('devicesOf', 'ann'));
  const live = await world.server.store.read(() => call('liveSessions', 'ann', null));
  const cookies = [...world.cookies.values()];
  const row = rows.find(({ deviceId }) => !cookies.includes(deviceId));
  if (!row) throw new Error('the other device is there');
  const device = deviceHandle(world.server.secrets.tokenKey, row);
  expect(live).toHaveLength(2);
  expect(await world.client.actWithPassword('device.lost', 'not the password', { device })).toMatchObject({
    kind: 'failed',
  });
  expect((await devices()).some(({ isLost }) => isLost)).toBe(false);
  expect(await world.client.actWithPassword('device.lost', person.password, { device })).toMatchObject({ kind: 'ok' });
  expect((await devices()).filter(({ isLost }) => isLost)).toHaveLength(1);

  world.isOnline = false;
  expect(await world.client.actWithPassword('device.found', person.password, { device })).toMatchObject({
    kind: 'failed',
  });
});
