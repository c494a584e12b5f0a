import sodium from 'libsodium-wrappers';
import { expect, it } from 'vitest';
import { ClientWorld, credentials, failing } from '../../testing/client-world.ts';
import { readCurrentAccount } from '../replica/device.ts';

it('the key of a new replica lies on the disk before anything is written with it: where it cannot, nobody is signed in', async () => {
  await sodium.ready;
  const world = new ClientWorld();
  await world.client.start();
  // From the password on nothing is taken that is to be kept.
  world.onDerive = () => (world.disk('device').fault = failing('commit'));
  const outcome = await world.client.signIn(credentials).catch(() => ({ kind: 'refused by the disk' }));
  expect(outcome).not.toMatchObject({ kind: 'ok' });
  expect(world.client.session.get().kind).not.toBe('unlocked');
  expect([...world.disks.keys()].filter((name) => name.startsWith('replica'))).toEqual([]);
  world.onDerive = () => undefined;
  world.disk('device').fault = () => null;
  expect(await world.client.signIn(credentials)).toEqual({ kind: 'ok' });
  expect(await readCurrentAccount(world.disk('device').connect())).toMatchObject({ sub: expect.any(String) });
});
