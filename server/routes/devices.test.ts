import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { pushLeftResponse } from '../../sync/protocol/recovery-message.ts';
import type { PushRow } from '../../sync/protocol/push-message.ts';
import { isKnownDevice } from '../auth/known-device.ts';
import { call } from '../store/port.ts';
import { editOf } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import type { TestServer, TestServerOptions } from '../testing/test-server.ts';
import { TwoDevices } from '../testing/two-devices.ts';

let world: TwoDevices;
let server: TestServer;
let mine: TestDevice;
let other: TestDevice;

beforeEach(() => begin());
afterEach(() => server.close());

async function begin(options: TestServerOptions = {}): Promise<void> {
  world = await TwoDevices.create(options);
  ({ server, mine, other } = world);
}

const bearer = (device: TestDevice) => ({ authorization: `Bearer ${device.depositToken}` });

describe('the devices of an account', () => {
  test('[DV-1] each is told with its own words, since when, its last activity, and which one asks', async () => {
    await other.call('POST', '/api/login/v1/lock', {});
    server.clock.pass(60_000);
    const signKey = { device: mine.deviceId, public: 'A'.repeat(43), signature: 'A'.repeat(86) };
    expect((await mine.call('POST', '/api/login/v1/sign_key', { ...signKey, device_name: 'a\nb' })).status).toBe(422);
    other.named = { device_name: 'App on Android' };
    await other.resume();
    const [first, second, ...more] = await world.listed();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ is_this: true, name: null, state: 'in', lost_at: null, held: 0 });
    expect(second).toMatchObject({
      is_this: false,
      name: 'App on Android',
      state: 'in',
      since: '2026-11-24T14:00:00.000Z',
      last_active: '2026-11-24T14:01:00.000Z',
    });
    await other.call('POST', '/api/login/v1/lock', {});
    expect(await world.otherFacts()).toMatchObject({ state: 'locked' });
    await other.call('POST', '/api/login/v1/logout', {});
    expect(await world.otherFacts()).toMatchObject({ state: 'out' });
  });

  test('[DV-1] a device’s own id is not told: as a cookie elsewhere it would pass for that device', async () => {
    const text = JSON.stringify(await world.listed());
    expect(text).not.toContain(other.deviceId);
    expect(text).not.toContain(mine.deviceId);
  });

  test('[DV-1] a device of another account is answered exactly as one that does not exist', async () => {
    const ben = await server.signedIn('ben');
    const [foreign] = await world.listed(ben);
    for (const act of ['put_away', 'lost', 'found', 'settle', 'held']) {
      const answers = [];
      for (const device of [foreign?.id ?? '', 'A'.repeat(16)]) {
        const more =
          act === 'put_away' ? {} : { password: world.password, ...(act === 'settle' ? { choices: [] } : {}) };
        const response =
          act === 'held' ? await world.askHeld(device) : await world.post(mine, act, { device, ...more });
        answers.push([response.status, await response.text()]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.[0]).toBe(404);
    }
    expect((await ben.call('GET', '/api/users/v1/user_info')).status).toBe(200);
  });

  test('[DV-2] the device that one uses is not ended from itself', async () => {
    const own = (await world.listed()).find((device) => device.is_this)?.id;
    expect((await world.post(mine, 'put_away', { device: own })).status).toBe(400);
    expect((await world.post(mine, 'lost', { device: own, password: world.password })).status).toBe(400);
    expect((await mine.call('GET', '/api/users/v1/user_info')).status).toBe(200);
  });
});

describe('put away', () => {
  test('[DV-2] ends session and tokens at once; the device neither resumes nor delivers, and begins with a full sign-in', async () => {
    const row = other.seal(editOf('a1', 'not delivered yet'));
    expect((await world.putAway()).status).toBe(200);
    expect((await other.call('GET', '/api/users/v1/user_info')).status).toBe(403);
    expect((await other.call('POST', '/api/login/v1/renew_access_token', {})).status).toBe(401);
    expect((await other.resume()).status).toBe(401);
    expect((await other.pushRaw([row], bearer(other))).status).toBe(401);
    expect(await world.noteOf('a1')).toBeUndefined();
    expect(await world.otherFacts()).toMatchObject({ state: 'out', lost_at: null });
    expect((await mine.call('GET', '/api/users/v1/user_info')).status).toBe(200);

    await world.signInThere();
    expect(await other.push([row])).toMatchObject({ kind: 'ok', mark: 1, results: [{ outcome: 'applied' }] });
    expect(await world.noteOf('a1')).toContain('not delivered yet');
    expect((await other.resume()).status).toBe(200);
  });

  test('[DV-2] a locked device, which has no session, is put away as well', async () => {
    await other.call('POST', '/api/login/v1/lock', {});
    expect((await world.putAway()).status).toBe(200);
    expect((await other.resume()).status).toBe(401);
    expect((await other.pushRaw([], bearer(other))).status).toBe(401);
  });

  test('[DV-2] an open socket of the ended session closes at once, and no other', async () => {
    const http = createAdaptorServer({ fetch: server.app.fetch }) as Server;
    server.orchid.attachSocket(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const connect = async (device: TestDevice): Promise<WebSocket> => {
      const cookie = [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const at = `ws://127.0.0.1:${port}/api/instant_messaging/v1/ws`;
      const socket = new WebSocket(at, { headers: { cookie } });
      await new Promise((resolve) => socket.once('message', resolve));
      return socket;
    };
    try {
      const [own, ended] = [await connect(mine), await connect(other)];
      const closed = new Promise<number>((resolve) => void ended.once('close', resolve));
      await world.putAway();
      expect(await closed).toBe(4401);
      expect(own.readyState).toBe(WebSocket.OPEN);
      own.terminate();
    } finally {
      await new Promise((resolve) => http.close(resolve));
    }
  });
});

describe('lost', () => {
  test('[DV-3] needs the password; a wrong one changes nothing and counts as a sign-in does', async () => {
    await server.close();
    await begin({ limits: { login: 3 } });
    const device = (await world.otherFacts()).id;
    const statuses = [];
    for (let round = 0; round < 4; round += 1)
      statuses.push((await world.post(mine, 'lost', { device, password: 'k1.wrong' })).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    // One counter: a sign-in on this device waits as well.
    expect((await mine.signIn('ann@test.invalid', '', server.keys.get('ann'))).status).toBe(429);
    expect(await world.otherFacts()).toMatchObject({ state: 'in', lost_at: null });
    expect((await other.call('GET', '/api/users/v1/user_info')).status).toBe(200);
    expect(await world.audited()).toEqual([]);
  });

  test('[DV-3] ends sessions, keys and token; it is a known device no more', async () => {
    expect((await world.lost()).status).toBe(200);
    expect((await other.call('GET', '/api/users/v1/user_info')).status).toBe(403);
    expect((await other.resume()).status).toBe(401);
    const row = other.seal(editOf('a1', 'from the drawer'));
    expect((await other.pushRaw([row], bearer(other))).status).toBe(401);
    expect(await server.store.read(() => isKnownDevice(other.deviceId, 'ann'))).toBe(false);
    const device = await server.store.read(() => call('getDevice', 'ann', other.deviceId));
    expect(device).toMatchObject({ deviceKey: '', signKey: '', lostAt: '2026-11-24T14:00:00.000Z' });
    expect(await world.otherFacts()).toMatchObject({ state: 'out', lost_at: '2026-11-24T14:00:00.000Z' });
  });

  type Door = (rows: readonly PushRow[]) => Promise<unknown>;
  const doors: readonly (readonly [string, () => Door])[] = [
    ['push', () => (rows) => other.push(rows)],
    [
      'deposit',
      () => async (rows) => {
        other.cookies.clear();
        return other.push(rows, bearer(other));
      },
    ],
    [
      'push_left',
      () => async (rows) => {
        const body = { protocol: 1, clientId: other.clientId, highest: 9, rows };
        const response = await other.call('POST', '/api/sync/v1/push_left', body);
        return v.parse(pushLeftResponse, await response.json());
      },
    ],
  ];
  test.each(doors)(
    '[DV-3] nothing that comes by %s is applied: it is held and listed, also after a full sign-in',
    async (_door, make) => {
      await other.push([other.seal(editOf('a3', 'before'))]);
      await world.lost();
      await world.signInThere();
      server.clock.pass(90_000);
      const rows = [other.seal(editOf('a1', 'one')), other.seal(editOf('a2', 'two'))];
      expect(await make()(rows)).toMatchObject({ kind: 'quarantined', mark: 1 });
      expect([await world.noteOf('a1'), await world.noteOf('a2')]).toEqual([undefined, undefined]);
      expect(await world.noteOf('a3')).toContain('before');
      expect(await world.otherFacts()).toMatchObject({ held: 2, lost_at: '2026-11-24T14:00:00.000Z' });
      const changes = await world.held();
      expect(changes.map(({ id, name, at }) => [id, name, at])).toEqual([
        [2, 'note.edit', '2026-11-24T14:01:30.000Z'],
        [3, 'note.edit', '2026-11-24T14:01:30.000Z'],
      ]);
      expect(changes[0]?.args).toMatchObject({ appointment_id: 'a1' });
    },
  );

  test('[DV-3] the first row that a device ever sends is held as well, and so is an outbox that it begins anew', async () => {
    await world.lost();
    await world.signInThere();
    await other.push([other.seal(editOf('a1', 'first'))]);
    other.clientId = 'another-outbox';
    other.lastId = 0;
    await other.push([other.seal(editOf('a2', 'of another outbox'))]);
    expect(await world.held()).toHaveLength(2);
    expect([await world.noteOf('a1'), await world.noteOf('a2')]).toEqual([undefined, undefined]);
  });

  test('[DV-3] an outbox stays held where its browser gives itself another device id', async () => {
    await other.push([other.seal(editOf('a3', 'before'))]);
    await world.lost();
    other.cookies.clear();
    await world.signInThere();
    expect(await other.push([other.seal(editOf('a1', 'under another name'))])).toMatchObject({ kind: 'quarantined' });
    expect(await world.noteOf('a1')).toBeUndefined();
  });

  test('[DV-3] an outbox whose browser was given another id is no part of the device that is reported lost later', async () => {
    await other.push([other.seal(editOf('a3', 'before'))]);
    const before = (await world.otherFacts()).id;
    other.cookies.clear();
    await world.signInThere();
    expect((await world.post(mine, 'lost', { device: before, password: world.password })).status).toBe(200);
    expect(await other.push([other.seal(editOf('a1', 'still mine'))])).toMatchObject({ kind: 'ok' });
  });

  test('[DV-3] what waited there from before is not released by a sign-in', async () => {
    await other.call('POST', '/api/login/v1/logout', {});
    await other.push([other.seal(editOf('a1', 'after log-out'))], bearer(other));
    await world.lost();
    await world.signInThere();
    expect(await world.noteOf('a1')).toBeUndefined();
    expect(await world.held()).toHaveLength(1);
    expect(await world.settle({ 1: true })).toEqual({ applied: 1, refused: 0, dropped: 0 });
    expect(await world.noteOf('a1')).toContain('after log-out');
  });

  test('[DV-3] a REST call from it changes nothing either', async () => {
    await world.lost();
    await world.signInThere();
    const body = { appointment_id: 'a1', note_schema_id: 'soap-note', note_schema_revision: 1 };
    expect((await other.call('POST', '/api/notes/v1/notes/', body)).status).toBe(409);
    expect(await world.noteOf('a1')).toBeUndefined();
    expect((await mine.call('POST', '/api/notes/v1/notes/', body)).status).toBeLessThan(300);
  });
});
