import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../testing/builders.ts';
import { ClientWorld, credentials, failing, sub } from '../../testing/client-world.ts';
import { readCurrentAccount } from '../replica/device.ts';

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
