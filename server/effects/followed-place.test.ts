import { expect, test } from 'vitest';
import { openServers } from '../testing/open-servers.ts';
import { cardOf, smallPractice } from '../testing/builders.ts';
import { readFollowed } from './followed-place.ts';

const { serverOf } = openServers();

test('[SE-2] fifty changes are brought by a socket, and one more is left to a pull', async () => {
  const server = await serverOf();
  await server.addAccount('ann');
  await server.write(...smallPractice());
  const device = await server.signedIn('ann');
  const { cursor } = await device.pullAll();
  const place = { principal: 'ann', familyId: device.session, clientId: device.clientId, cursor };
  const names = Array.from({ length: 50 }, (_, index) => `Ada ${'i'.repeat(index + 1)}`);
  await server.write(...names.map((name) => cardOf('c1', name)));
  expect((await readFollowed(server.services, place)).kind).toBe('page');
  await server.write(cardOf('c1', 'Ada'));
  expect((await readFollowed(server.services, place)).kind).toBe('poke');
});
