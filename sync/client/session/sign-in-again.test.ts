import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../testing/builders.ts';
import { ClientWorld, credentials, deviceKey, failing, sub, type Answer } from '../../testing/client-world.ts';
import { readCurrentAccount, writeAccount } from '../replica/device.ts';
import { putMeta } from '../replica/meta.ts';
import { outboxKey } from '../write/outbox-meta.ts';

describe('[SI-1] signing in again over an open replica', () => {
  let world: ClientWorld;
  beforeEach(async () => {
    world = await ClientWorld.unlocked();
  });

  it('passes through no other state: no screen goes away, no key is made anew, no engine is started', async () => {
    const seen: string[] = [];
    world.client.session.subscribe(() => seen.push(world.client.session.get().kind));
    const { keys } = world;
    expect(await world.client.signIn(credentials)).toEqual({ kind: 'ok' });
    expect(seen.filter((kind) => kind !== 'unlocked')).toEqual([]);
    expect(world.keys).toBe(keys);
    expect(world.isEngineStopped).toBe(false);
    expect(keys?.replicaKey.some((byte) => byte !== 0)).toBe(true);
  });

  it('registers the outbox key with the new session and wakes the engine', async () => {
    const before = world.calls.length;
    await world.client.signIn(credentials);
    expect(world.calls.slice(before)).toContain('/api/sync/v1/deposit_key');
    expect(world.wakes).toBe(1);
  });

  it('a lock while the session is being renewed stays a lock: nothing is called open without keys', async () => {
    await world.client.lock();
    world.network = () => Promise.resolve(null);
    await world.client.unlock(credentials.password);
    let answer = (_value: Answer): void => undefined;
    const before = world.calls.length;
    world.network = () =>
      world.calls.at(-1) === '/api/sync/v1/deposit_key'
        ? new Promise((resolve) => (answer = resolve))
        : Promise.resolve({ status: 200, body: {} });
    await world.clock.pass(3000);
    expect(world.calls.slice(before)).toContain('/api/sync/v1/deposit_key');
    await world.client.lock();
    answer({ status: 200, body: {} });
    await settle();
    expect(world.client.session.get().kind).toBe('locked');
  });

  it('an asked-for attempt ends with a true count, or says that storage cannot give one', async () => {
    await world
      .disk('replica')
      .connect()
      .tx('relaxed', function* () {
        yield [{ op: 'put', table: 'outbox', rows: [{ k: outboxKey(1), m: 'rubbish' }] }];
      });
    await world.client.syncNow();
    expect(world.client.status.get().waiting).toBe(1);
    world.disk('replica').fault = failing('begin');
    await expect(world.client.syncNow()).rejects.toMatchObject({ code: 'failed' });
  });

  it('ends the wait for a session that an offline unlock began', async () => {
    await world.client.lock();
    world.network = () => Promise.resolve(null);
    await world.client.unlock(credentials.password);
    expect(world.client.session.get()).toMatchObject({ kind: 'unlocked', needsSignIn: true });
    world.network = () => Promise.resolve({ status: 200, body: {} });
    await world.client.signIn(credentials);
    expect(world.client.session.get()).toMatchObject({ kind: 'unlocked', needsSignIn: false });
    const before = world.calls.length;
    await world.clock.pass(30_000);
    expect(world.calls.slice(before)).not.toContain('/api/users/v1/user_info');
  });

  it('[SE-1] says offline where nothing has answered for 3 s since the unlock, whatever a tab before it had heard', async () => {
    await world
      .disk('replica')
      .connect()
      .tx('relaxed', function* () {
        const syncedAt = '2026-11-21T09:00:00.000Z';
        yield [putMeta('status', { online: true, phase: 'idle', done: 0, left: 0, problem: null, syncedAt })];
      });
    await world.client.lock();
    let answer = (_value: Answer): void => undefined;
    world.network = () => new Promise((resolve) => (answer = resolve));
    await world.client.unlock(credentials.password);
    await world.clock.pass(2900);
    expect(world.client.status.get().online).toBe(true);
    await world.clock.pass(200);
    expect(world.client.status.get().online).toBe(false);
    world.network = () => Promise.resolve({ status: 200, body: {} });
    answer({ status: 200, body: {} });
    await settle();
    await world.clock.pass(100);
    expect(world.client.status.get().online).toBe(true);
  });

  it('learns of the session of another tab, and leaves the account as that one wrote it', async () => {
    const device = world.disk('device').connect();
    const before = await readCurrentAccount(device);
    if (!before) throw new Error('nobody is signed in');
    // There the person signed in anew and asked not to be remembered.
    await writeAccount(device, { ...before, remember: false, wrapDevice: null });
    world.network = () =>
      Promise.resolve({ status: 200, body: { sub, device_key: deviceKey, session: 's2', device: 'AAAAAAAAAAAAAAAA' } });
    world.tell('session');
    await settle();
    await settle();
    expect(world.calls).toContain('/api/login/v1/device_key');
    expect(await readCurrentAccount(device)).toMatchObject({ remember: false, wrapDevice: null });
  });

  it('a wrong password changes nothing', async () => {
    const before = world.client.session.get();
    await world.client.signIn({ ...credentials, password: 'another' });
    expect(world.client.session.get()).toEqual(before);
    expect(world.isEngineStopped).toBe(false);
  });

  it('the locked page goes on telling what is still here while the worker delivers', async () => {
    const world = await ClientWorld.unlocked();
    const replica = world.disk('replica').connect();
    const put = (mark: number) =>
      replica.tx('strict', function* () {
        yield [putMeta('mark', { mark }), { op: 'put', table: 'outbox', rows: [{ k: outboxKey(1) }] }];
      });
    await put(0);
    await world.client.lock();
    expect(world.client.session.get()).toMatchObject({ kind: 'locked', waiting: 1 });
    await put(1);
    await settle();
    expect(world.client.session.get()).toMatchObject({ kind: 'locked', waiting: 0 });
  });

  it('[LK-2] a lock while the server answers stays a lock', async () => {
    world.network = async () => {
      if (world.calls.at(-1) !== '/api/login/v1/lock') await world.client.lock();
      return { status: 200, body: {} };
    };
    await world.client.signIn(credentials);
    expect(world.client.session.get().kind).toBe('locked');
    expect(await world.leftovers()).toEqual([]);
  });
});
