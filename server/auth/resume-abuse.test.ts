import { afterEach, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { TestServer, type TestServerOptions } from '../testing/test-server.ts';
import type { TestDevice } from '../testing/test-device.ts';

let server: TestServer;
afterEach(() => server.close());

async function begin(options: TestServerOptions = {}): Promise<TestDevice> {
  server = await TestServer.create(options);
  await server.addAccount('ann');
  const device = await server.signedIn('ann');
  await device.registerSignKey();
  return device;
}

/** A request to resume that was signed and sent, and waits somewhere on its way. */
async function caught(device: TestDevice): Promise<() => Promise<Response>> {
  const { app } = server;
  const request = app.request.bind(app);
  let held: (() => Promise<Response>) | null = null;
  app.request = ((path: string, init: RequestInit) => {
    if (path !== '/api/login/v1/resume') return request(path, init);
    held = () => Promise.resolve(request(path, init));
    return Promise.resolve(new Response('{}', { status: 503 }));
  }) as never;
  await device.resume();
  app.request = request;
  if (!held) throw new Error('nothing was sent');
  return held;
}

const copies = async (): Promise<number> => {
  const row = await server.store.read(() => call('getDevice', 'ann', deviceId));
  return row?.signKey === '' ? 1 : 0;
};
let deviceId = '';

test('RS-1: a request whose answer was given up, and that arrives late, is no copied device', async () => {
  const device = await begin();
  ({ deviceId } = device);
  const late = await caught(device);
  server.clock.pass(16_000);
  // The client counts on before it signs.
  expect((await device.resume({ count: 2 })).status).toBe(200);
  server.clock.pass(1000);
  expect((await late()).status).toBe(401);
  expect(await copies()).toBe(0);
  expect((await device.resume()).status).toBe(200);
});

test('RS-1, LK-4: where a device was copied, the session that the copy began is over', async () => {
  const device = await begin();
  ({ deviceId } = device);
  expect((await device.resume({ count: 5 })).status).toBe(200);
  const thief = new Map(device.cookies);
  server.clock.pass(1000);
  device.cookies.clear();
  device.cookies.set('orchid_device_id', deviceId);
  expect((await device.resume({ count: 2 })).status).toBe(401);
  device.cookies.clear();
  for (const [name, value] of thief) device.cookies.set(name, value);
  expect((await device.call('GET', '/api/users/v1/user_info')).status).toBe(403);
});

test('what anybody asks without a name keeps no device behind the same address from coming back', async () => {
  const device = await begin({ limits: { preLogin: 60 } });
  const stranger = server.device();
  for (let ask = 0; ask < 80; ask += 1)
    await stranger.call('POST', '/api/login/v1/resume_nonce', { sub: 'nobody', device: 'AAAAAAAAAAAAAAAA' });
  const asked = await device.call('POST', '/api/login/v1/resume_nonce', { sub: 'ann', device: device.deviceId });
  expect(asked.status).toBe(200);
});

test('AV-1: renewals are limited', async () => {
  const device = await begin({ allowances: { read: { burst: 50, perSecond: 1 } } });
  const codes = new Set<number>();
  for (let turn = 0; turn < 200; turn += 1)
    codes.add((await device.call('POST', '/api/login/v1/renew_access_token', {})).status);
  expect([...codes]).toContain(429);
});
