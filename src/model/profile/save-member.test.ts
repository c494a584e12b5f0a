import { expect, it } from 'vitest';
import { ClientWorld, failing } from '../../../sync/testing/client-world.ts';
import { asOrchidClient } from '../../lib/model.ts';
import { saveMember } from './save-member.ts';

it('[C-618] what a device does not take says so in front of why, whether it is locked or its storage fails', async () => {
  const world = await ClientWorld.unlocked();
  const save = () => saveMember(asOrchidClient(world.client), { home_city: 'Boulder' });
  world.disk('replica').fault = failing('begin');
  expect(await save()).toMatchObject({ message: expect.stringMatching(/^failed to save member info: \w/) });
  world.disk('replica').fault = failing();
  await world.client.lock();
  expect(await save()).toMatchObject({ message: expect.stringMatching(/^failed to save member info: \w/) });
});
