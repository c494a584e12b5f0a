import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.addAccount('max', 'member');
  ann = await server.signedIn('ann');
  await ann.registerSignKey();
});
afterEach(() => server.close());

const userInfo = async (device: TestDevice): Promise<number> =>
  (await device.call('GET', '/api/users/v1/user_info')).status;

describe('[RS-1] a device comes back by its own key', () => {
  test('after a lock, an idle end and an absolute end, with a new device key each time', async () => {
    const keys = new Set([ann.deviceKey]);
    await ann.call('POST', '/api/login/v1/lock', {});
    for (const pause of [0, 2 * 60 * minuteMs, 13 * 60 * minuteMs]) {
      server.clock.pass(pause);
      expect((await ann.resume()).status).toBe(200);
      expect(await userInfo(ann)).toBe(200);
      keys.add(ann.deviceKey);
    }
    expect(keys.size).toBe(4);
  });

  test('what begins a session says which key the server holds of this device, and of a new device that there is none', async () => {
    const held = await (await ann.resume()).json();
    expect(held).toMatchObject({ sign_key: expect.stringMatching(/^[\w-]{43}$/) });
    const fresh = server.device();
    const begun: unknown = await (await fresh.signIn('ann@test.invalid', '', server.keys.get('ann'))).json();
    expect(begun).toMatchObject({ nextStep: 'success', device_key: expect.any(String) });
    expect(begun).not.toHaveProperty('sign_key');
  });

  test('the session before is over in the call that begins the new one', async () => {
    const thief = server.device();
    for (const [name, value] of ann.cookies) thief.cookies.set(name, value);
    await ann.resume();
    expect([await userInfo(thief), await userInfo(ann)]).toEqual([403, 200]);
  });

  test.each<readonly [string, () => Promise<unknown>]>([
    ['it signed out', () => ann.call('POST', '/api/login/v1/logout', {})],
    [
      'every device was signed out',
      () => ann.call('POST', '/api/login/v1/logout_everywhere', { password: server.keys.get('ann')?.auth }),
    ],
    ['30 days have passed since the last full sign-in', () => Promise.resolve(server.clock.pass(30 * dayMs + 1))],
    ['the account asks for a second factor since', () => askForFactor()],
  ])('not once %s', async (_name, happen) => {
    await happen();
    expect((await ann.resume()).status).toBe(401);
  });

  test('a resume is no full sign-in: thirty days count on', async () => {
    server.clock.pass(29 * dayMs);
    expect((await ann.resume()).status).toBe(200);
    server.clock.pass(2 * dayMs);
    expect((await ann.resume()).status).toBe(401);
  });

  test('prepared: a device that signed in with the second factor comes back where it is asked for', async () => {
    await askForFactor();
    await server.store.write(function* () {
      const device = yield* call('getDevice', 'ann', ann.deviceId);
      if (device) yield* call('putDevice', { ...device, withFactor: true });
    });
    expect((await ann.resume()).status).toBe(200);
  });

  test('a professional idle for more than 12 hours signs in fully, a member does not', async () => {
    const max = await server.signedIn('max');
    await max.registerSignKey();
    const idle = 12 * 60 * minuteMs + 1;
    expect([(await ann.resume({ idle })).status, (await max.resume({ idle })).status]).toEqual([401, 200]);
  });

  test.each<readonly [string, () => Promise<Response>]>([
    ['signed for another origin', () => ann.resume({ origin: 'https://evil.invalid' })],
    ['with a nonce of nobody', () => ann.resume({ nonce: `${server.clock.now()}.AAAAAAAAAAAAAAAA.AAAA` })],
    ['with a nonce of another account', async () => ann.resume({ nonce: await nonceOf('max', ann.deviceId) })],
    [
      'with a nonce of more than a minute ago',
      async () => {
        const nonce = await nonceOf('ann', ann.deviceId);
        server.clock.pass(minuteMs + 1);
        return ann.resume({ nonce });
      },
    ],
  ])('not %s', async (_name, attempt) => {
    expect((await attempt()).status).toBe(401);
    expect((await ann.resume()).status).toBe(200);
  });

  test('what was sent once is worth nothing a second time', async () => {
    const nonce = await nonceOf('ann', ann.deviceId);
    expect((await ann.resume({ nonce, count: 1 })).status).toBe(200);
    expect((await ann.resume({ nonce, count: 1 })).status).toBe(401);
  });

  test('a lost answer: the same count, with another nonce, once more', async () => {
    await ann.resume({ count: 1 });
    expect((await ann.resume({ count: 1 })).status).toBe(200);
  });

  test('a count that was seen before ends the key and is told to the account', async () => {
    await ann.resume({ count: 1 });
    await ann.resume({ count: 2 });
    expect((await ann.resume({ count: 1 })).status).toBe(401);
    expect((await ann.resume({ count: 3 })).status).toBe(401);
    await server.orchid.settle();
    const rows = await server.store.read(() => call('sealedAudit', 0, 1000));
    expect(rows.filter((row) => row.action === 'session.copied_device')).toHaveLength(1);
  });

  test('cookies alone register no key: the account signs it', async () => {
    const thief = server.device();
    for (const [name, value] of ann.cookies) thief.cookies.set(name, value);
    const forged = { device: ann.deviceId, public: 'A'.repeat(43), signature: 'A'.repeat(86) };
    expect((await thief.call('POST', '/api/login/v1/sign_key', forged)).status).toBe(422);
    expect((await ann.resume()).status).toBe(200);
  });

  test('an unknown device and an unknown account are answered alike', async () => {
    const ask = async (sub: string, device: string): Promise<unknown> => {
      const nonce = await nonceOf(sub, device);
      const body = { sub, device, nonce, count: 1, idle: 0, signature: 'A'.repeat(86) };
      const response = await server.device().call('POST', '/api/login/v1/resume', body);
      return [response.status, await response.text()];
    };
    expect(await ask('nobody', 'AAAAAAAAAAAAAAAA')).toEqual(await ask('ann', 'AAAAAAAAAAAAAAAA'));
    expect(await ask('ann', ann.deviceId)).toEqual(await ask('nobody', ann.deviceId));
  });
});

async function nonceOf(sub: string, device: string): Promise<string> {
  const response = await server.device().call('POST', '/api/login/v1/resume_nonce', { sub, device });
  return ((await response.json()) as { nonce: string }).nonce;
}

async function askForFactor(): Promise<void> {
  await server.store.write(function* () {
    const account = yield* call('accountBySub', 'ann');
    if (account) yield* call('putAccount', { ...account, withFactor: true });
  });
}
