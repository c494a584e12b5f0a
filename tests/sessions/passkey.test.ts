import { afterEach, expect, test } from 'vitest';
import { person, SessionWorld } from './session-world.ts';

let world: SessionWorld;
afterEach(() => world.server.close());

test('[PK-1][RS-2] unlocked by its passkey, a device comes back to the server by its own key: no password is asked for or sent', async () => {
  world = await SessionWorld.create();
  expect(await world.client.signIn(person)).toEqual({ kind: 'ok' });
  await world.settle();
  expect(await world.client.keepPasskey(person.password)).toEqual({ kind: 'ok' });
  await world.client.lock();
  await world.settle();
  const from = world.calls.length;
  expect(await world.client.unlockWithPasskey()).toEqual({ kind: 'ok' });
  await world.settle();
  expect(world.client.session.get()).toMatchObject({ kind: 'unlocked', needsSignIn: false });
  const calls = world.calls.slice(from);
  expect(calls).toContain('/api/login/v1/resume');
  expect(calls).not.toContain('/api/login/v1/initiate_auth');
});

test('[PK-1][RS-1] thirty days after the last full sign-in the passkey opens what lies here, and sending asks for the password', async () => {
  world = await SessionWorld.create('member');
  expect(await world.client.signIn(person)).toEqual({ kind: 'ok' });
  await world.settle();
  await world.client.keepPasskey(person.password);
  await world.client.lock();
  await world.settle();
  await world.pass(31 * 24 * 60, { active: false });
  expect(await world.client.unlockWithPasskey()).toEqual({ kind: 'ok' });
  await world.settle();
  expect(world.client.session.get()).toMatchObject({ kind: 'unlocked', needsSignIn: true });
});
