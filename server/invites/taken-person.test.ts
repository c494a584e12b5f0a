import { expect, test } from 'vitest';
import { InviteWorld, personOf } from '../testing/invite-world.ts';

test('[IV-6] the right birth date opens nothing where the person has got another account meanwhile: the clinician is asked', async () => {
  const world = await InviteWorld.create();
  const { id } = await world.invite();
  const device = await world.join();
  const person = await world.record('chart_person', 'c1.1');
  await world.server.write({ ...personOf('c1', '1'), body: { ...person, cognito_sub: 'mia' } });
  expect(await world.state(id)).toBe('asks_birth_date');
  expect(await (await world.giveDate(device, id)).json()).toEqual({ state: 'asks_clinician' });
  await device.pullAll();
  expect(device.all('appointment')).toEqual([]);
  await world.server.close();
});
