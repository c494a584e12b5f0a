import { expect, test } from 'vitest';
import { openServers } from '../testing/open-servers.ts';

const { serverOf } = openServers();

test('[RS-1] who comes back by their device’s key ends the session of whoever was in that browser, and of nobody elsewhere', async () => {
  const server = await serverOf();
  for (const sub of ['ann', 'ben']) await server.addAccount(sub);
  const mine = await server.signedIn('ann');
  await mine.registerSignKey();
  const [here, elsewhere] = [await server.signedIn('ben'), await server.signedIn('ben')];
  // The same browser: its cookies are those of who was in last.
  mine.cookies.clear();
  for (const [name, value] of here.cookies) mine.cookies.set(name, value);
  expect((await mine.resume()).status).toBe(200);
  const info = (device: typeof mine) => device.call('GET', '/api/users/v1/user_info');
  expect([(await info(here)).status, (await info(elsewhere)).status]).toEqual([403, 200]);
  expect(await (await info(mine)).json()).toMatchObject({ sub: 'ann' });
});
