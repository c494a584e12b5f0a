import { expect, it } from 'vitest';
import { ClientWorld } from '../testing/client-world.ts';

it('[MU-2] a change that throws is told as not saved, so that no screen waits for it; nothing is written, and the session stands', async () => {
  let isBroken = false;
  const world = await ClientWorld.unlocked((ports) => ({
    ...ports,
    zone: () => {
      if (isBroken) throw new RangeError('no such zone');
      return ports.zone();
    },
  }));
  isBroken = true;
  const change = world.client.mutate('account.set_timezone', { timezone: 'UTC' });
  await expect(change).resolves.toMatchObject({ kind: 'not-saved', reason: 'storage' });
  expect(await world.client.pending()).toEqual([]);
  expect(world.client.session.get().kind).toBe('unlocked');
});
