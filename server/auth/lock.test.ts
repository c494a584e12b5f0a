import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { editOf, smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';

const minuteMs = 60_000;
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

/** Somebody with a copy of the device's cookies, and nothing of what lies sealed there. */
function thiefOf(device: TestDevice): TestDevice {
  const thief = server.device();
  for (const [name, value] of device.cookies) thief.cookies.set(name, value);
  return thief;
}

const userInfo = async (device: TestDevice, headers: Record<string, string> = {}): Promise<number> =>
  (await device.call('GET', '/api/users/v1/user_info', undefined, headers)).status;
const renew = async (device: TestDevice, headers: Record<string, string> = {}): Promise<number> =>
  (await device.call('POST', '/api/login/v1/renew_access_token', {}, headers)).status;
const deviceKey = async (device: TestDevice): Promise<unknown> => {
  const response = await device.call('GET', '/api/login/v1/device_key');
  return response.status === 200 ? ((await response.json()) as { device_key: unknown }).device_key : response.status;
};
const storedKey = async (): Promise<string | undefined> =>
  (
    await server.store.read(function* () {
      return yield* callDevice();
    })
  )?.deviceKey;
function* callDevice() {
  return yield* call('getDevice', 'ann', ann.deviceId);
}

describe('[LK-3] cookies and disk of a device, in somebody else’s hands', () => {
  test('unlocked they open what the person opens (positive control)', async () => {
    const thief = thiefOf(ann);
    expect(await userInfo(thief)).toBe(200);
    expect(await deviceKey(thief)).toBe(ann.deviceKey);
  });

  test('locked online they are worth nothing at once, and the server has forgotten the device key', async () => {
    const thief = thiefOf(ann);
    expect((await ann.call('POST', '/api/login/v1/lock', {})).status).toBe(200);
    expect(ann.cookies.has('orchid_at') || ann.cookies.has('orchid_rt')).toBe(false);
    expect([await userInfo(thief), await renew(thief), await deviceKey(thief)]).toEqual([403, 401, 401]);
    expect(await storedKey()).toBe('');
  });

  test('locked offline they live on, and die 59 minutes after the last signed contact although renewed every 5 minutes with idle 0', async () => {
    server.clock.pass(minuteMs);
    expect(await userInfo(ann, ann.activity(0))).toBe(200);
    const thief = thiefOf(ann);
    const answers: number[] = [];
    for (let minute = 5; minute <= 60; minute += 5) {
      server.clock.pass(5 * minuteMs);
      answers.push(await renew(thief, { 'x-orchid-idle-ms': '0' }));
    }
    expect(answers).toEqual([...Array.from({ length: 11 }, () => 200), 401]);
    expect(await deviceKey(thief)).toBe(401);
    expect(await storedKey()).toBe('');
  });

  test('locked offline and found after 59 minutes they are worth nothing', async () => {
    const thief = thiefOf(ann);
    server.clock.pass(59 * minuteMs + 1000);
    expect([await renew(thief), await deviceKey(thief)]).toEqual([401, 401]);
  });

  test('[C-389] reading, pulling, pushing and sockets of a thief are no activity either', async () => {
    const thief = thiefOf(ann);
    for (let minute = 5; minute <= 55; minute += 5) {
      server.clock.pass(5 * minuteMs);
      await renew(thief);
      expect(await userInfo(thief)).toBe(200);
      await thief.call('POST', '/api/sync/v1/push', {
        protocol: 2,
        clientId: ann.clientId,
        highest: 0,
        rows: [],
        idleMs: 0,
      });
    }
    server.clock.pass(5 * minuteMs);
    expect(await userInfo(thief)).toBe(403);
  });

  test('[C-389] nobody asks any more, and the server ends it by itself: it forgets the device key all the same', async () => {
    const passMinutes = async (minutes: number): Promise<void> => {
      for (let minute = 0; minute < minutes; minute += 1) {
        server.clock.pass(minuteMs);
        // The round's own reads and writes.
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    };
    await passMinutes(58);
    expect(await storedKey()).toBe(ann.deviceKey);
    await passMinutes(4);
    expect(await storedKey()).toBe('');
  });
});

describe('[LK-4] only what the device signed counts as activity', () => {
  const wrong: readonly (readonly [string, () => Record<string, string>])[] = [
    ['a header that is not signed', () => ({ 'x-orchid-idle-ms': '0' })],
    ['no header', () => ({})],
    ['another session', () => ann.activity(0, { session: 'another' })],
    ['another origin', () => ann.activity(0, { origin: 'https://evil.invalid' })],
    ['a word of more than two minutes ago', () => ann.activity(0, { time: server.clock.now() - 121_000 })],
    ['a word of the future', () => ann.activity(0, { time: server.clock.now() + 121_000 })],
    [
      'an idle time that was changed',
      () => {
        const [[name, value] = ['', '']] = Object.entries(ann.activity(50 * minuteMs));
        return { [name]: value.replace(/\.\d+\./, '.0.') };
      },
    ],
  ];

  test.each(wrong)('%s does not put off the end', async (_name, headers) => {
    server.clock.pass(40 * minuteMs);
    expect(await renew(ann, headers())).toBe(200);
    expect(await userInfo(ann, headers())).toBe(200);
    server.clock.pass(20 * minuteMs);
    expect(await renew(ann)).toBe(401);
  });

  test('what it signed does (positive control), also through a renewal', async () => {
    server.clock.pass(40 * minuteMs);
    expect(await renew(ann, ann.activity(0))).toBe(200);
    server.clock.pass(58 * minuteMs);
    expect(await renew(ann)).toBe(200);
    expect(await userInfo(ann, ann.activity(minuteMs))).toBe(200);
    server.clock.pass(50 * minuteMs);
    expect(await renew(ann)).toBe(200);
  });
});

describe('[LK-5] what a lock leaves, and what a new sign-in ends', () => {
  test('a locked device delivers on, without a session', async () => {
    await server.write(...smallPractice());
    await ann.call('POST', '/api/login/v1/lock', {});
    const answer = await ann.push([ann.seal(editOf('a1', 'late'))], { authorization: `Bearer ${ann.depositToken}` });
    expect(answer).toMatchObject({ kind: 'ok', mark: 1, results: [{ outcome: 'applied' }] });
  });

  test.each(['a lock', 'an idle end', 'an idle end that the device has heard of'])(
    '[LO-1] a log-out after %s ends the trust in the device',
    async (kind) => {
      if (kind === 'a lock') await ann.call('POST', '/api/login/v1/lock', {});
      else server.clock.pass(60 * minuteMs);
      if (kind.endsWith('heard of')) expect(await renew(ann)).toBe(401);
      expect((await ann.call('POST', '/api/login/v1/logout', {})).status).toBe(200);
      const device = await server.store.read(callDevice);
      expect(device).toMatchObject({ deviceKey: '', signKey: '' });
      const headers = { authorization: `Bearer ${ann.depositToken}` };
      const answer = await (await ann.pushRaw([ann.seal(editOf('a1', 'late'))], headers)).json();
      expect(answer).toMatchObject({ kind: 'quarantined' });
      expect(ann.cookies.has('orchid_ended')).toBe(false);
    },
  );

  test('[LO-1] what a lock leaves behind opens nothing, and does not end the trust that a new sign-in has begun', async () => {
    await ann.call('POST', '/api/login/v1/lock', {});
    const left = ann.cookies.get('orchid_ended') ?? '';
    const thief = server.device();
    thief.cookies.set('orchid_rt', left);
    expect([await userInfo(thief), await renew(thief)]).toEqual([403, 401]);
    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    await ann.registerSignKey();
    const late = server.device();
    late.cookies.set('orchid_ended', left);
    await late.call('POST', '/api/login/v1/logout', {});
    expect((await server.store.read(callDevice))?.signKey).not.toBe('');
    expect(await userInfo(ann)).toBe(200);
  });

  test('[LO-1] a session that began with an answer that was lost keeps no log-out from ending the trust', async () => {
    await ann.call('POST', '/api/login/v1/lock', {});
    const left = ann.cookies.get('orchid_ended') ?? '';
    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    // As far as the device knows, nothing came back.
    const device = server.device();
    device.cookies.set('orchid_ended', left);
    await device.call('POST', '/api/login/v1/logout', {});
    expect((await server.store.read(callDevice))?.deviceKey).toBe('');
    expect(await userInfo(ann)).toBe(403);
    const answer = await (
      await ann.pushRaw([ann.seal(editOf('a1', 'late'))], { authorization: `Bearer ${ann.depositToken}` })
    ).json();
    expect(answer).toMatchObject({ kind: 'quarantined' });
  });

  test('a new sign-in on a device ends the session before it and rotates the device key', async () => {
    const thief = thiefOf(ann);
    const before = ann.deviceKey;
    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    expect(ann.deviceKey).not.toBe(before);
    expect([await userInfo(thief), await renew(thief)]).toEqual([403, 401]);
    expect(await deviceKey(ann)).toBe(ann.deviceKey);
  });

  test('so does one of a browser that has lost its cookies, and kept its device id', async () => {
    const thief = thiefOf(ann);
    for (const name of ['orchid_at', 'orchid_rt']) ann.cookies.delete(name);
    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    expect([await userInfo(thief), await renew(thief)]).toEqual([403, 401]);
  });

  test('another person who signs in there ends it too; other devices of the account go on', async () => {
    const thief = thiefOf(ann);
    const other = await server.signedIn('ann');
    await ann.signIn('max@test.invalid', '', server.keys.get('max'));
    expect(await userInfo(thief)).toBe(403);
    expect(await userInfo(other)).toBe(200);
  });

  test('a device id alone, which is no secret, ends nobody else’s session', async () => {
    const stranger = server.device();
    stranger.cookies.set('orchid_device_id', ann.deviceId);
    await stranger.signIn('max@test.invalid', '', server.keys.get('max'));
    expect(await userInfo(ann)).toBe(200);
  });

  test('an absolute end forgets the device key; cookies open nothing', async () => {
    for (let minute = 0; minute < 12 * 60; minute += 40) {
      server.clock.pass(40 * minuteMs);
      await renew(ann, ann.activity(0));
    }
    expect(await userInfo(ann, ann.activity(0))).toBe(403);
    expect(await storedKey()).toBe('');
  });

  test('a stolen refresh token that is used again ends device key, own key and unattended delivery', async () => {
    const thief = thiefOf(ann);
    await renew(ann);
    await userInfo(ann);
    server.clock.pass(minuteMs);
    expect(await renew(thief)).toBe(401);
    expect(await storedKey()).toBe('');
    expect((await ann.resume()).status).toBe(401);
    await server.write(...smallPractice());
    const answer = await ann.push([ann.seal(editOf('a1', 'late'))], { authorization: `Bearer ${ann.depositToken}` });
    expect(answer.kind).toBe('quarantined');
  });
});

describe('[LK-6] signing out everywhere', () => {
  const everywhere = (device: TestDevice, password: string): Promise<Response> =>
    device.call('POST', '/api/login/v1/logout_everywhere', { password });

  test('asks for the password; a wrong one changes nothing', async () => {
    expect((await everywhere(ann, 'k1.wrong')).status).toBe(400);
    expect(await userInfo(ann)).toBe(200);
  });

  test('ends sessions, device keys, own keys and tokens of all devices, and nobody else’s', async () => {
    const other = await server.signedIn('ann');
    await other.registerSignKey();
    const max = await server.signedIn('max');
    expect((await everywhere(ann, server.keys.get('ann')?.auth ?? '')).status).toBe(200);
    expect([await userInfo(ann), await userInfo(other), await userInfo(max)]).toEqual([403, 403, 200]);
    expect([(await ann.resume()).status, (await other.resume()).status]).toEqual([401, 401]);
    const late = await other.pushRaw([other.seal(editOf('a1', 'late'))], {
      authorization: `Bearer ${other.depositToken}`,
    });
    expect(late.status).toBe(401);
  });

  test('ends the own key of a device that was locked before, and so has no device key', async () => {
    const other = await server.signedIn('ann');
    await other.registerSignKey();
    await other.call('POST', '/api/login/v1/lock', {});
    expect((await everywhere(ann, server.keys.get('ann')?.auth ?? '')).status).toBe(200);
    expect((await other.resume()).status).toBe(401);
  });

  test('a device that signs in again delivers the same rows, with a token that the old one is not', async () => {
    await server.write(...smallPractice());
    const rows = [ann.seal(editOf('a1', 'kept'))];
    const before = ann.depositToken;
    await everywhere(ann, server.keys.get('ann')?.auth ?? '');
    expect((await ann.pushRaw(rows, { authorization: `Bearer ${before}` })).status).toBe(401);
    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    await ann.registerKey();
    expect(ann.depositToken).not.toBe(before);
    expect(await ann.push(rows, { authorization: `Bearer ${ann.depositToken}` })).toMatchObject({
      kind: 'ok',
      mark: 1,
    });
  });
});

describe('[DP-1] a token delivers for so long and so many rows', () => {
  const deliver = async (id: number): Promise<number> =>
    (
      await ann.pushRaw([ann.seal(editOf('a1', `words ${id}`), id)], {
        authorization: `Bearer ${ann.depositToken}`,
      })
    ).status;

  test('it ends after 30 days; the next unlock with a connection begins anew', async () => {
    await server.write(...smallPractice());
    server.clock.pass(29 * 24 * 60 * minuteMs);
    expect(await deliver(1)).toBe(200);
    server.clock.pass(2 * 24 * 60 * minuteMs);
    expect(await deliver(2)).toBe(401);
    await ann.signIn('ann@test.invalid', '', server.keys.get('ann'));
    await ann.registerKey();
    expect(await deliver(2)).toBe(200);
  });

  test('two tabs that register at once get the same token', async () => {
    const before = ann.depositToken;
    await ann.registerKey();
    expect(ann.depositToken).toBe(before);
  });

  test('it ends with its rows', async () => {
    await server.write(...smallPractice());
    await server.store.write(() => call('spendDeposit', ann.keyId, 19_999));
    expect(await deliver(1)).toBe(200);
    expect(await deliver(2)).toBe(401);
  });
});
