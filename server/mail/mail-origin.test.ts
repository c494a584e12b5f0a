import { expect, test } from 'vitest';
import type { Mail } from './mailer.ts';
import { openServers } from '../testing/open-servers.ts';

const { serverOf } = openServers();

test('a link leads to the address under which whoever asked for it came, of all that are ours', async () => {
  const sent: Mail[] = [];
  const origins = ['http://one.example', 'http://two.example'];
  const server = await serverOf({ origins, mailer: { leaves: true, send: async (mail) => void sent.push(mail) } });
  await server.addAccount('ann');
  for (const origin of origins) {
    const response = await server.app.request(`${origin}/api/login/v1/forgot_password`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', host: new URL(origin).host },
      body: JSON.stringify({ username_or_email: 'ann@test.invalid' }),
    });
    expect(response.status).toBe(200);
    await server.orchid.settle();
  }
  expect(sent.map(({ text }) => /\S+(?=\/reset-password#)/.exec(text)?.[0])).toEqual(origins);
});
