import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toBase64Url } from '../../sync/core/base64url.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const minuteMs = 60_000;
let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.addAccount('max', 'member');
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const userInfo = async (device: TestDevice, idleMs = 0): Promise<number> =>
  (await device.call('GET', '/api/users/v1/user_info', undefined, { 'x-orchid-idle-ms': String(idleMs) })).status;
const renew = (device: TestDevice, keep = true): Promise<Response> =>
  device.call('POST', '/api/login/v1/renew_access_token', {}, {}, keep);
const signIn = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  server.device().call('POST', '/api/login/v1/initiate_auth', body, headers);

function refreshOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('orchid_rt='));
  return /^orchid_rt=([^;]*)/.exec(cookie ?? '')?.[1] ?? '';
}

describe('sign-in', () => {
  test('[C-557] answers nextStep success with what the device needs', async () => {
    const device = server.device();
    const response = await device.signIn('  ANN@test.invalid ', '', server.keys.get('ann'));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      nextStep: 'success',
      sub: 'ann',
      idle_limit_ms: 3_540_000,
      kdf: { alg: 'argon2id13', ops: 3, memKiB: 65_536 },
      server_key: { id: server.secrets.deposit[0]?.id },
    });
  });

  test('[C-540] cookies are HttpOnly and last, the device id has 16 characters', async () => {
    const device = server.device();
    const response = await device.signIn('ann@test.invalid', '', server.keys.get('ann'));
    const cookies = response.headers.getSetCookie();
    for (const name of ['orchid_at', 'orchid_rt']) {
      const cookie = cookies.find((line) => line.startsWith(`${name}=`)) ?? '';
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/SameSite=Lax/);
      expect(cookie).toMatch(/Max-Age=\d+/);
      expect(cookie).not.toMatch(/Secure/);
    }
    expect(device.cookies.get('orchid_device_id')).toHaveLength(16);
    expect(cookies.find((line) => line.startsWith('orchid_rt='))).toMatch(/Path=\/api(;|$)/);
  });

  test('over https the cookies are Secure and carry the prefixes that browsers enforce', async () => {
    const keys = server.keys.get('ann');
    const response = await server.app.request('https://orchid.invalid/api/login/v1/initiate_auth', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username_or_email: 'ann@test.invalid', password: keys?.auth }),
    });
    const cookies = response.headers.getSetCookie().join('\n');
    expect(cookies).toMatch(/__Host-orchid_at=.*Secure/);
    expect(cookies).toMatch(/__Secure-orchid_rt=.*Secure/);
  });

  test('a wrong password and an unknown e-mail answer alike', async () => {
    const auth = `k1.${toBase64Url(new Uint8Array(32))}`;
    const wrong = await signIn({ username_or_email: 'ann@test.invalid', password: auth });
    const unknown = await signIn({ username_or_email: 'nobody@test.invalid', password: auth });
    expect([wrong.status, unknown.status]).toEqual([400, 400]);
    expect(await wrong.text()).toBe(await unknown.text());
  });

  test('an unknown e-mail has a steady decoy that looks like the others', async () => {
    const ask = async (email: string): Promise<unknown> =>
      (await server.device().call('POST', '/api/login/v1/pre_login', { username_or_email: email })).json();
    const decoy = await ask('nobody@test.invalid');
    expect(await ask('NOBODY@test.invalid ')).toEqual(decoy);
    expect(await ask('other@test.invalid')).not.toEqual(decoy);
    const known = await ask('ann@test.invalid');
    const shape = (value: unknown): unknown => {
      const { kdf } = value as { kdf: { salt: string } };
      return { ...kdf, salt: kdf.salt.length };
    };
    expect(shape(decoy)).toEqual(shape(known));
  });

  test('too many attempts on one account wait', async () => {
    const strict = await TestServer.create({ limits: { login: 2 } });
    const body = { username_or_email: 'x@test.invalid', password: 'k1.x' };
    const answers: Response[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      answers.push(await strict.device().call('POST', '/api/login/v1/initiate_auth', body));
    }
    expect(answers.map((answer) => answer.status)).toEqual([400, 400, 429]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.close();
  });
});

describe('renewal', () => {
  test('[C-554] renews access; the old access token ends after ten minutes', async () => {
    server.clock.pass(11 * minuteMs);
    expect(await userInfo(ann)).toBe(403);
    expect((await renew(ann)).status).toBe(200);
    expect(await userInfo(ann)).toBe(200);
  });

  test('[C-378] ten renewals at once get one successor', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(ann, false)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => refreshOf(answer))).size).toBe(1);
  });

  test('a lost answer signs nobody out: the old token works until the new one was used', async () => {
    await renew(ann, false);
    server.clock.pass(20 * minuteMs);
    expect((await renew(ann)).status).toBe(200);
    expect(await userInfo(ann)).toBe(200);
  });

  test('a lost answer signs nobody out, also where the old access token is used meanwhile', async () => {
    await renew(ann, false);
    expect(await userInfo(ann)).toBe(200);
    server.clock.pass(minuteMs);
    expect((await renew(ann)).status).toBe(200);
    expect(await userInfo(ann)).toBe(200);
  });

  test('real reuse of an old token ends the family', async () => {
    const old = new Map(ann.cookies);
    await renew(ann);
    expect(await userInfo(ann)).toBe(200);
    server.clock.pass(minuteMs);
    const thief = server.device();
    for (const [name, value] of old) thief.cookies.set(name, value);
    expect((await renew(thief)).status).toBe(401);
    expect(await userInfo(ann)).toBe(403);
    expect((await renew(ann)).status).toBe(401);
  });

  test('a guessed token ends nothing', async () => {
    const guesser = server.device();
    const [family = ''] = (ann.cookies.get('orchid_rt') ?? '').split('.');
    guesser.cookies.set('orchid_rt', `${family}.0.${'A'.repeat(43)}`);
    expect((await renew(guesser)).status).toBe(401);
    expect((await renew(ann)).status).toBe(200);
  });

  test('[C-389] the server ends a session after 59 minutes without activity by itself', async () => {
    server.clock.pass(58 * minuteMs);
    expect((await renew(ann)).status).toBe(200);
    server.clock.pass(59 * minuteMs + 1000);
    expect((await renew(ann)).status).toBe(401);
  });

  test('[C-389] requests of an idle device do not keep its session alive', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      server.clock.pass(5 * minuteMs);
      const idle = (turn + 1) * 5 * minuteMs;
      const response = await ann.call(
        'POST',
        '/api/login/v1/renew_access_token',
        {},
        { 'x-orchid-idle-ms': String(idle) },
      );
      expect(response.status).toBe(idle <= 55 * minuteMs ? 200 : 401);
    }
  });

  test.each([
    ['ann', 12],
    ['max', 30 * 24],
  ])('the session of %s is over after %i hours, however active', async (sub, hours) => {
    const device = await server.signedIn(sub);
    const stepMs = 50 * minuteMs;
    let passed = 0;
    while (passed + stepMs < hours * 3_600_000) {
      server.clock.pass(stepMs);
      passed += stepMs;
      expect((await renew(device)).status).toBe(200);
    }
    server.clock.pass(hours * 3_600_000 - passed);
    expect((await renew(device)).status).toBe(401);
  });
});

describe('sign-out and devices', () => {
  test('[C-560] after logout user_info is 403 and the device key is gone', async () => {
    const first = await (await ann.call('GET', '/api/login/v1/device_key')).json();
    const cookies = new Map(ann.cookies);
    expect((await ann.call('POST', '/api/login/v1/logout', {})).status).toBe(200);
    expect(await userInfo(ann)).toBe(403);
    for (const [name, value] of cookies) ann.cookies.set(name, value);
    expect(await userInfo(ann)).toBe(403);
    expect((await renew(ann)).status).toBe(401);
    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    expect(await (await ann.call('GET', '/api/login/v1/device_key')).json()).not.toEqual(first);
  });

  test('the device key is the same after a reload, and another on another device', async () => {
    const key = async (device: TestDevice): Promise<unknown> =>
      (await device.call('GET', '/api/login/v1/device_key')).json();
    expect(await key(ann)).toEqual(await key(ann));
    const other = await server.signedIn('ann');
    expect(await key(other)).not.toEqual(await key(ann));
  });

  test('[C-556] user_info answers the fields of the spec', async () => {
    const info = (await (await ann.call('GET', '/api/users/v1/user_info')).json()) as Record<string, unknown>;
    expect(info).toMatchObject({
      sub: 'ann',
      user_type: 'orchid_pro',
      groups: ['orchid_pro'],
      email: 'ann@test.invalid',
      email_confirmed: true,
      signup_form_finished: true,
      first_name: 'Test',
      last_name: 'ann',
      is_test_user: false,
      timezone: 'America/New_York',
      minors: [],
      signup_channel: { amhc: false },
    });
    for (const field of [
      'business_entity_name',
      'modify_datetime',
      'create_datetime',
      'current_minor_user_id',
      'profile_approved_to_use_the_platform',
      'ai_free_trial_start_datetime',
      'orchid_pro_subscription',
    ]) {
      expect(info).toHaveProperty(field);
    }
    expect(info).not.toHaveProperty('guardian_token_exp');
  });
});

describe('cross-site requests', () => {
  const body = { username_or_email: 'ann@test.invalid', password: 'k1.x' };

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 400],
    [{ 'sec-fetch-site': 'none' }, 400],
    [{ origin: 'https://evil.invalid' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost' }, 400],
    [{}, 400],
    [{ 'content-type': 'text/plain' }, 403],
  ])('an unsafe request with %j answers %i', async (headers, status) => {
    expect((await signIn(body, headers as Record<string, string>)).status).toBe(status);
  });
});
