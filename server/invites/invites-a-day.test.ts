import { expect, test } from 'vitest';
import { InviteWorld } from '../testing/invite-world.ts';

const hourMs = 60 * 60 * 1000;

test('[IV-2] a day later somebody can be mailed an invite again', async () => {
  const world = await InviteWorld.create();
  const { server } = world;
  for (let time = 0; time < 3; time += 1) expect((await world.invite()).code).toBe('');
  expect((await world.invite()).code).toBe('too_many_invites');
  server.clock.pass(24 * hourMs);
  const ann = await server.signedIn('ann');
  const args = { chart_id: 'c1', person_id: 'c1.1', way: 'mail', email: 'ada@home.invalid' };
  expect(await ann.push([ann.seal({ name: 'chart.invite', args })])).toMatchObject({
    results: [{ outcome: 'applied' }],
  });
  await server.orchid.settle();
  expect(world.sent.filter(({ to }) => to === 'ada@home.invalid')).toHaveLength(4);
  expect((await world.look(world.token())).status).toBe(200);
  await server.close();
});
