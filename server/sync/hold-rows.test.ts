import { afterEach, beforeEach, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { editOf } from '../testing/builders.ts';
import { TwoDevices } from '../testing/two-devices.ts';

let world: TwoDevices;

beforeEach(async () => {
  world = await TwoDevices.create();
});
afterEach(() => world.server.close());

const ownerOf = async (clientId: string): Promise<string | undefined> =>
  (await world.server.store.read(() => call('getClient', clientId)))?.deviceId;

test('[DV-3] an outbox of a lost device stays that one’s, however often it comes under another device id', async () => {
  const { other } = world;
  await other.push([other.seal(editOf('a3', 'before'))]);
  const lost = other.deviceId;
  await world.lost();
  other.cookies.clear();
  await world.signInThere();
  expect(other.deviceId).not.toBe(lost);
  const rows = [other.seal(editOf('a1', 'under another name'))];
  expect(await other.push(rows)).toMatchObject({ kind: 'quarantined' });
  expect(await other.push(rows)).toMatchObject({ kind: 'quarantined' });
  expect(await world.noteOf('a1')).toBeUndefined();
  expect(await ownerOf(other.clientId)).toBe(lost);
});

test('[DV-3] what a lost device sends of an outbox that was another one’s is listed under the lost one', async () => {
  const { other, server } = world;
  await other.push([other.seal(editOf('a3', 'before'))]);
  other.cookies.clear();
  server.clock.pass(60_000);
  // It signs in anew, and its outbox comes before its keys.
  await other.signIn('ann@test.invalid', '', server.keys.get('ann'));
  await world.lost();
  await other.signIn('ann@test.invalid', '', server.keys.get('ann'));
  expect(await other.push([other.seal(editOf('a1', 'from the lost one'))])).toMatchObject({ kind: 'quarantined' });
  expect(await ownerOf(other.clientId)).toBe(other.deviceId);
  expect((await world.held()).map(({ id }) => id)).toEqual([2]);
});
