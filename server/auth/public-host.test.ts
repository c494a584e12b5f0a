import { expect, test } from 'vitest';
import { openServers } from '../testing/open-servers.ts';

const { serverOf } = openServers();

test.each([
  ['the name that a trusted proxy was asked for, not the one that it asks by', true, 'wss://orchid.example'],
  ['the name that was asked for, where no proxy is trusted', false, 'wss://inside:8787'],
])('a page’s sockets may go to %s', async (_what, trustProxy, named) => {
  const server = await serverOf({ trustProxy });
  const proxied = { host: 'inside:8787', 'x-forwarded-host': 'orchid.example', 'x-forwarded-proto': 'https' };
  const { headers } = await server.app.request('/healthz', { headers: proxied });
  const policy = headers.get('content-security-policy') ?? '';
  expect(/connect-src [^;]*/.exec(policy)?.[0].match(/wss:\S+/g)).toEqual([named]);
});
