import { expect, it } from 'vitest';
import { settle } from '../../testing/builders.ts';
import { ClientWorld } from '../../testing/client-world.ts';

it('[LK-2] a log-out in another tab signs an open one out for good: it is not called locked afterwards', async () => {
  const world = await ClientWorld.unlocked();
  world.tell('signed-out');
  await settle();
  expect(world.client.session.get()).toEqual({ kind: 'signed-out' });
  expect(await world.leftovers()).toEqual([]);
});
