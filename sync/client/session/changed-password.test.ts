import { beforeEach, expect, it } from 'vitest';
import { ClientWorld, credentials } from '../../testing/client-world.ts';

let world: ClientWorld;
beforeEach(async () => {
  world = await ClientWorld.unlocked();
});

it('[RC-5] the new password is the one that counts in the same tab: for another change, and for a passkey; the old one is none any more', async () => {
  const { client } = world;
  expect(await client.changePassword(credentials.password, 'Second-horse-9')).toEqual({ kind: 'ok' });
  expect(await client.changePassword(credentials.password, 'Third-horse-9')).toEqual({ kind: 'wrong-password' });
  expect(await client.keepPasskey(credentials.password)).toEqual({ kind: 'wrong-password' });
  expect(await client.keepPasskey('Second-horse-9')).not.toEqual({ kind: 'wrong-password' });
  expect(await client.changePassword('Second-horse-9', 'Third-horse-9')).toEqual({ kind: 'ok' });
});

it('[RC-5] also where another tab has changed it', async () => {
  const other = world.reopened();
  await other.start();
  expect(await world.client.changePassword(credentials.password, 'Second-horse-9')).toEqual({ kind: 'ok' });
  expect(await other.unlock('Second-horse-9')).toEqual({ kind: 'ok' });
  expect(await other.changePassword('Second-horse-9', 'Third-horse-9')).toEqual({ kind: 'ok' });
  expect(await world.client.changePassword('Third-horse-9', 'Fourth-horse-9')).toEqual({ kind: 'ok' });
});
