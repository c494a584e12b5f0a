import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../testing/builders.ts';
import { ClientWorld, credentials, deviceKey, failing, sub, type Answer } from '../testing/client-world.ts';
import { readCurrentAccount, writeAccount } from './device.ts';
import { putMeta } from './meta.ts';
import { outboxKey } from './outbox-meta.ts';

/** What goes wrong while a person locks or logs out. */
const failures: readonly (readonly [string, (world: ClientWorld) => void])[] = [
  ['nothing', () => undefined],
  ['no network', (world) => (world.network = () => Promise.resolve(null))],
  [
    'a network call that throws',
    (world) => (world.network = () => Promise.reject(new Error('a bug in the transport'))),
  ],
  ['a server that fails', (world) => (world.network = () => Promise.resolve({ status: 503, body: {} }))],
  ['a device disk that takes no writes', (world) => (world.disk('device').fault = failing('write'))],
  ['a device disk that does not commit', (world) => (world.disk('device').fault = failing('commit'))],
  ['a device disk that answers nothing', (world) => (world.disk('device').fault = failing('begin'))],
  ['a replica disk that takes no writes', (world) => (world.disk('replica').fault = failing('write'))],
  ['a replica disk that does not commit', (world) => (world.disk('replica').fault = failing('commit'))],
  ['a replica disk that answers nothing', (world) => (world.disk('replica').fault = failing('begin'))],
  [
    'no network and a device disk that takes no writes',
    (world) => {
      world.network = () => Promise.resolve(null);
      world.disk('device').fault = failing('write');
    },
  ],
  [
    'a machine that has lost both disks',
    (world) => {
      world.disk('device').crash();
      world.disk('replica').crash();
    },
  ],
];

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

describe('a client that is locked or logged out', () => {
  let world: ClientWorld;
  beforeEach(async () => {
    world = await ClientWorld.unlocked();
  });

  it('an unlocked one has all that a closed one must not have', async () => {
    expect(await world.leftovers()).toEqual([
      'key bytes',
      'a key for other tabs',
      'a running engine',
      'a write not refused as locked',
    ]);
  });

  it('an unlock whose engine cannot be started leaves nothing open, says nothing of the password, and can be tried again', async () => {
    await world.client.lock();
    world.isWorkerMissing = true;
    expect(await world.client.unlock(credentials.password)).toMatchObject({ kind: 'failed' });
    expect(world.client.session.get().kind).toBe('locked');
    expect(await world.leftovers()).toEqual([]);
    world.isWorkerMissing = false;
    expect(await world.client.unlock(credentials.password)).toEqual({ kind: 'ok' });
  });

  it.each(failures)('[LK-2] lock() cannot fail open: %s', async (_name, breakIt) => {
    breakIt(world);
    await world.client.lock().catch(() => undefined);
    expect(world.client.session.get().kind).toBe('locked');
    expect(await world.leftovers()).toEqual([]);
    expect(world.posted).toContain('lock');
  });

  it.each(failures)('[LK-2] logOut() cannot fail open: %s', async (_name, breakIt) => {
    for (const choice of ['keep', 'discard'] as const) {
      world = await ClientWorld.unlocked();
      breakIt(world);
      await world.client.logOut(choice).catch(() => undefined);
      expect(world.client.session.get().kind, choice).toBe('signed-out');
      expect(await world.leftovers(), choice).toEqual([]);
      expect(world.posted, choice).toContain('signed-out');
    }
  });

  it('[LK-2] a lock whose storage failed says so: the caller knows that a reload may not ask for the password', async () => {
    world.disk('device').fault = failing('commit');
    await expect(world.client.lock()).rejects.toMatchObject({ code: 'failed' });
  });

  it('[LK-2] a lock leaves only the wrap by the password, and the password opens the replica again', async () => {
    await world.client.lock();
    const account = await readCurrentAccount(world.disk('device').connect());
    expect(account).toMatchObject({ sub, locked: true, wrapDevice: null });
    expect(await world.client.unlock('another')).toEqual({ kind: 'wrong-password' });
    expect(world.client.session.get().kind).toBe('locked');
    expect(await world.client.unlock(credentials.password)).toEqual({ kind: 'ok' });
    expect(world.client.session.get().kind).toBe('unlocked');
  });

  it('[CF-3] versions written here are known by one tag, over locks too, and by another once this device was cleared', async () => {
    const tag = world.client.deviceTag();
    expect(tag).toMatch(/^[A-Za-z0-9_-]{8}$/);
    await world.client.lock();
    expect(world.client.deviceTag()).toBeNull();
    await world.client.unlock(credentials.password);
    expect(world.client.deviceTag()).toBe(tag);
    await world.client.logOut('discard');
    await world.client.signIn(credentials);
    expect(world.client.deviceTag()).not.toBe(tag);
  });

  it('[LK-2] a log-out without network is owed to the server and paid before the next sign-in', async () => {
    world.network = () => Promise.resolve(null);
    await world.client.logOut('keep');
    world.network = () => Promise.resolve({ status: 200, body: {} });
    const before = world.calls.length;
    await world.client.signIn(credentials);
    expect(world.calls.slice(before, before + 2)).toEqual(['/api/login/v1/logout', '/api/login/v1/pre_login']);
    await world.client.logOut('keep');
    const paid = world.calls.length;
    await world.client.signIn(credentials);
    expect(world.calls[paid]).toBe('/api/login/v1/pre_login');
  });

  it('[LK-2] a log-out that the server failed to carry out is still owed', async () => {
    world.network = () => Promise.resolve({ status: 503, body: {} });
    await world.client.logOut('keep');
    const before = world.calls.length;
    world.network = () => Promise.resolve({ status: 200, body: {} });
    await world.client.signIn(credentials);
    expect(world.calls[before]).toBe('/api/login/v1/logout');
  });

  it('[LK-2] a debt that could not be paid never ends the session of a later sign-in', async () => {
    world.network = () => Promise.resolve(null);
    await world.client.logOut('keep');
    await world.client.signIn(credentials);
    world.network = () => Promise.resolve({ status: 200, body: {} });
    const before = world.calls.length;
    await world.client.signIn(credentials);
    expect(world.calls.slice(before)).not.toContain('/api/login/v1/logout');
  });

  it.each(['lock', 'logOut'] as const)('[LK-2] storage that hangs in %s() keeps no screen open', async (method) => {
    world.isStorageStalled = true;
    void (method === 'lock' ? world.client.lock() : world.client.logOut('keep')).catch(() => undefined);
    await settle();
    expect(world.client.session.get().kind).not.toBe('unlocked');
    expect(await world.client.mutate('note.edit', {})).toMatchObject({ kind: 'not-saved', reason: 'locked' });
  });

  it('[LK-2] a network that swallows the log-out keeps no screen open', async () => {
    world.network = () => new Promise(() => undefined);
    void world.client.logOut('keep').catch(() => undefined);
    await settle();
    expect(world.client.session.get().kind).toBe('signed-out');
  });

  it.each(['lock', 'signed-out'] as const)('[LK-2] a %s that comes while this tab opens holds', async (how) => {
    const opening = new ClientWorld();
    await opening.client.start();
    const waiting: (() => void)[] = [];
    const answer = (): void => waiting.splice(0).forEach((give) => give());
    opening.network = () =>
      new Promise((resolve) => waiting.push(() => resolve({ status: 200, body: { token: 't' } })));
    const signingIn = opening.client.signIn(credentials).catch(() => undefined);
    await settle();
    await settle();
    if (how === 'lock') await opening.client.lock();
    else opening.tell('signed-out');
    await settle();
    answer();
    await signingIn;
    await settle();
    expect(opening.client.session.get().kind).not.toBe('unlocked');
    expect(await opening.client.mutate('note.edit', {})).toMatchObject({ kind: 'not-saved', reason: 'locked' });
  });

  it('[NS-1] a text that waited for its owner is never written by whoever unlocked next', async () => {
    const owned = await world.client.mutate('note.edit', {}, { owner: 'somebody else', coalesceKey: 'note/a1/plan' });
    expect(owned).toMatchObject({ kind: 'not-saved', reason: 'locked' });
    expect(await world.client.attention()).toEqual([]);
    const own = await world.client.mutate('note.edit', {}, { owner: sub, coalesceKey: 'note/a1/plan' });
    expect(own.kind).toBe('rejected');
  });
});
