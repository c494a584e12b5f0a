import { expect, test } from 'vitest';
import { StoreUnavailable } from '../store/port.ts';
import { openServers } from '../testing/open-servers.ts';

const { serverOf } = openServers();

test('a server that lives says so; that it can serve only where its store can be read', async () => {
  const server = await serverOf();
  const statuses = async () => [
    (await server.app.request('/healthz')).status,
    (await server.app.request('/readyz')).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  const { store } = server;
  const read = store.read.bind(store);
  store.read = () => Promise.reject(new StoreUnavailable('busy'));
  expect(await statuses()).toEqual([200, 503]);
  store.read = read;
});
