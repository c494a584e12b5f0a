import { expect, test } from 'vitest';
import { openServers } from '../testing/open-servers.ts';

const { serverOf } = openServers();

test('[RS-1] a device that was given another key has come back by it never yet: it is no copy of itself', async () => {
  const server = await serverOf();
  await server.addAccount('ann');
  const ann = await server.signedIn('ann');
  await ann.registerSignKey();
  for (let turn = 0; turn < 3; turn += 1) expect((await ann.resume()).status).toBe(200);
  const answer = await ann.registerSignKey();
  expect(await answer.json()).toEqual({ resumes: 0 });
  ann.resumes = 0;
  expect((await ann.resume()).status).toBe(200);
});
