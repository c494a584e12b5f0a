import sodium from 'libsodium-wrappers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyBundle, passwordKeys } from '../../core/account-keys.ts';
import { settle } from '../../testing/builders.ts';
import { ClientWorld, credentials, failing, sub, type Answer } from '../../testing/client-world.ts';
import { LoggedPorts } from '../../testing/logged-ports.ts';
import { listAccounts, readCurrentAccount } from '../replica/device.ts';
import { inactivityLimitMs, lockWarningMs } from './inactivity.ts';
import { debtOf } from './session-debt.ts';

let world: ClientWorld;
let ports: LoggedPorts;
beforeEach(async () => {
  ports = new LoggedPorts();
  world = await ClientWorld.unlocked(ports.over);
  ports.take();
});

const kind = () => world.client.session.get().kind;
const { password } = credentials;

/** What was asked, of this alone and in its order. */
const asked = (...which: readonly string[]): string[] => ports.take().filter((what) => which.includes(what));

/** Every key that is unwrapped from here on: the very bytes, which their owner must overwrite. */
function recordKeys(): Uint8Array[] {
  const keys: Uint8Array[] = [];
  world.sodium = new Proxy(sodium, {
    get: (known, name) => {
      const found: unknown = Reflect.get(known, name);
      if (name !== 'crypto_aead_xchacha20poly1305_ietf_decrypt' || typeof found !== 'function') return found;
      return (...given: unknown[]) => {
        const bytes = Reflect.apply(found, known, given) as Uint8Array;
        keys.push(bytes);
        return bytes;
      };
    },
  });
  return keys;
}

describe('a tab that nobody is at', () => {
  it('is locked after the time, and what is typed goes to the device before anything else', async () => {
    let end = (): void => undefined;
    ports.onFlush = () => new Promise((resolve) => (end = resolve));
    await world.clock.pass(inactivityLimitMs);
    expect(kind()).toBe('unlocked');
    ports.take();
    await world.clock.pass(1);
    expect(ports.take()).toEqual(['flush begins']);
    end();
    await settle();
    expect(asked('flush ends', 'tells lock', 'engine stops')).toEqual(['flush ends', 'tells lock', 'engine stops']);
    expect(kind()).toBe('locked');
  });

  it('[LK-2] is locked all the same where a save hangs: two seconds later', async () => {
    ports.onFlush = () => new Promise(() => undefined);
    await world.clock.pass(inactivityLimitMs + 1);
    await world.clock.pass(1998);
    expect(kind()).toBe('unlocked');
    await world.clock.pass(2);
    expect(kind()).toBe('locked');
  });

  it('says when the lock comes, and no more once a hand is there or it has come', async () => {
    const fromMs = world.clock.now();
    await world.clock.pass(inactivityLimitMs - lockWarningMs - 1);
    expect(world.client.lockingAt.get()).toBeNull();
    await world.clock.pass(1);
    expect(world.client.lockingAt.get()).toBe(fromMs + inactivityLimitMs);
    world.client.noteActivity();
    expect(world.client.lockingAt.get()).toBeNull();
    await world.clock.pass(inactivityLimitMs - 1000);
    expect(world.client.lockingAt.get()).not.toBeNull();
    await world.client.lock();
    expect(world.client.lockingAt.get()).toBeNull();
  });

  it('[C-388] what somebody beside the page has seen puts it off, where it is news', () => {
    const atMs = ports.lastActiveMs ?? 0;
    world.client.noteActivity(atMs - 1000);
    world.client.noteActivity(atMs);
    expect(ports.take()).toEqual([]);
    world.clock.jump(10_000);
    world.client.noteActivity(atMs + 4000);
    expect([ports.take(), ports.lastActiveMs]).toEqual([['active'], atMs + 4000]);
    world.client.noteActivity(atMs + 99_000);
    expect(ports.lastActiveMs).toBe(atMs + 10_000);
  });

  it('a start after the time asks neither the server nor another tab for a key', async () => {
    world.clock.jump(inactivityLimitMs + 1);
    const client = world.reopened();
    await client.start();
    expect(client.session.get()).toMatchObject({ kind: 'locked', sub });
    expect(ports.take().filter((what) => /key/.test(what))).toEqual([]);
  });

  it('a start within the time asks another tab, for the key of its own account', async () => {
    const client = world.reopened();
    await client.start();
    expect(ports.take()).toContain(`asks for the key of ${sub}`);
  });
});

describe('a lock', () => {
  it('[LK-2] tells the other tabs first, lets go of keys, asks the server, and clears when the person was here', async () => {
    await world.client.lock();
    const order = ['tells lock', 'page signs no more', 'engine stops', 'POST /api/login/v1/lock', 'activity cleared'];
    expect(asked(...order)).toEqual(order);
    await settle();
    expect(await debtOf(world.disk('device').connect())).toBeNull();
  });

  it('[LO-1] that the server has not heard of is left to the service worker, and owed', async () => {
    let answer = (_value: Answer): void => undefined;
    world.network = () => new Promise((resolve) => (answer = resolve));
    await world.client.lock();
    await settle();
    ports.take();
    answer(null);
    await settle();
    expect(ports.take()).toEqual(['nudge']);
    expect(await debtOf(world.disk('device').connect())).toBe('lock');
  });

  it('of another tab closes this one, which tells it to nobody again; so does a log-out', async () => {
    world.tell('lock');
    expect(kind()).toBe('locked');
    await settle();
    expect(ports.take().filter((what) => what.startsWith('tells') || what.includes('/login/'))).toEqual([]);
    world.tell('signed-out');
    await settle();
    expect(kind()).toBe('signed-out');
    expect(ports.take()).toContain('close replica');
    world.tell('something else');
    expect(kind()).toBe('signed-out');
  });

  it('[LK-2] a key that is relayed is never more than what is open', async () => {
    expect(ports.give()).toMatchObject({ sub, replicaKey: world.keys?.replicaKey });
    await world.client.lock();
    expect(ports.give()).toBeNull();
    await world.client.unlock(password);
    expect(ports.give()).toMatchObject({ sub });
  });

  it('an unlock counts as activity, is remembered as one, and tells the other tabs', async () => {
    await world.client.lock();
    ports.take();
    await world.client.unlock(password);
    expect(asked('active', 'engine starts', 'tells unlocked')).toEqual(['active', 'engine starts', 'tells unlocked']);
    expect(await readCurrentAccount(world.disk('device').connect())).toMatchObject({ locked: false });
  });

  it('[EV-2] a tab that another build took over is not opened by its password', async () => {
    await world.client.lock();
    await world
      .disk('replica')
      .connect()
      .tx('relaxed', function* () {
        yield [{ op: 'put', table: 'meta', rows: [{ k: 'lock', m: { epoch: 9, registry: 'another build' } }] }];
      });
    await world.clock.pass(100);
    expect(world.client.status.get().problems).toContain('closed-by-update');
    expect(await world.client.unlock(password)).toMatchObject({ kind: 'failed', message: /Reload this page/ });
    expect(kind()).toBe('locked');
  });

  it('nobody is unlocked where nobody is signed in', async () => {
    await world.client.logOut('keep');
    world.disk('device').wipe();
    expect(await world.client.unlock(password)).toMatchObject({ kind: 'failed' });
    expect(await world.client.signOutEverywhere(password)).toMatchObject({ kind: 'failed' });
  });
});

describe('a log-out', () => {
  it('that discards leaves neither account nor replica, and asks the server last of all', async () => {
    let answer = (_value: Answer): void => undefined;
    world.network = () => new Promise((resolve) => (answer = resolve));
    let isOver = false;
    const leaving = world.client.logOut('discard').then(() => (isOver = true));
    await settle();
    expect(asked('tells signed-out', 'engine stops', 'close replica', 'activity cleared', 'delete replica')).toEqual([
      'tells signed-out',
      'engine stops',
      'close replica',
      'activity cleared',
      'delete replica',
    ]);
    const device = world.disk('device').connect();
    expect([await listAccounts(device), await debtOf(device), isOver]).toEqual([[], 'logout', false]);
    answer({ status: 200, body: {} });
    await leaving;
    expect(await debtOf(device)).toBeNull();
  });

  it('that keeps leaves both, locked, and without the passkey', async () => {
    await world.client.keepPasskey(password);
    await world.client.logOut('keep');
    expect(asked('delete replica')).toEqual([]);
    const [account] = await listAccounts(world.disk('device').connect());
    expect(account).toMatchObject({ sub, locked: true, wrapDevice: null });
    expect(account).not.toHaveProperty('passkey');
  });

  it.each<readonly [string, Answer, object, string]>([
    ['done', { status: 200, body: {} }, { kind: 'ok' }, 'signed-out'],
    ['a wrong password', { status: 400, body: {} }, { kind: 'wrong-password' }, 'unlocked'],
    ['too often', { status: 429, body: { detail: 'Wait a minute.' } }, { kind: 'failed', message: /Wait/ }, 'unlocked'],
    ['a failure', { status: 500, body: {} }, { kind: 'failed', message: /not known/ }, 'unlocked'],
    ['no answer', null, { kind: 'failed', message: /not known/ }, 'unlocked'],
  ])('[LK-6] everywhere, answered with: %s', async (_name, answer, result, after) => {
    world.network = () => Promise.resolve(answer);
    const said = await world.client.signOutEverywhere(password);
    expect(said).toEqual(
      'message' in result ? { kind: 'failed', message: expect.stringMatching(result.message as RegExp) } : result,
    );
    expect(kind()).toBe(after);
    expect(JSON.stringify(world.sent('/api/login/v1/logout_everywhere'))).not.toContain(password);
  });
});

describe('a sign-in', () => {
  it('of somebody else over an open replica saves what is typed, closes the tabs of the one before, and follows the other', async () => {
    const keys = passwordKeys(sodium, sodium.crypto_generichash(32, password, null));
    const { bundle } = createKeyBundle(sodium, { kek: keys.kek, sub: 'pro-2', now: '2026-11-21T09:00:00.000Z' });
    world.signedIn = { sub: 'pro-2', bundle };
    expect(await world.client.signIn(credentials)).toEqual({ kind: 'ok' });
    const order = [
      'tells signed-out',
      'flush begins',
      'flush ends',
      'engine stops',
      'active',
      'close replica',
      'engine starts',
      'tells unlocked',
      'tells session',
    ];
    expect(asked(...order)).toEqual(order);
    expect(world.client.session.get()).toEqual({ kind: 'unlocked', sub: 'pro-2', needsSignIn: false });
    expect(ports.give()).toMatchObject({ sub: 'pro-2' });
  });

  it('of the same person tells no tab that anybody is signed out', async () => {
    await world.client.signIn(credentials);
    const told = ports.take().filter((what) => what.startsWith('tells'));
    expect(told).toEqual(['tells session']);
  });

  it('says what the browser grants its storage', async () => {
    expect(world.client.status.get().storage).toBe('persistent');
    await world.client.lock();
    ports.onPersist = () => Promise.resolve('best-effort');
    await world.client.unlock(password);
    expect(world.client.status.get().storage).toBe('best-effort');
  });

  it.each<readonly [string, Answer, string | null]>([
    ['ends that session too', { status: 200, body: {} }, null],
    ['[LO-1] is owed where the server does not hear of it', null, 'lock'],
  ])('[LK-2] a lock that came while the server answered %s', async (_name, answer, owed) => {
    await world.client.lock();
    await settle();
    world.onDerive = () => world.tell('lock');
    world.network = () => Promise.resolve(answer);
    const keys = recordKeys();
    ports.take();
    expect(await world.client.signIn(credentials)).toMatchObject({ kind: 'failed', reason: 'unopened' });
    await settle();
    expect(asked('POST /api/login/v1/lock', 'engine starts')).toEqual(['POST /api/login/v1/lock']);
    expect(kind()).toBe('locked');
    expect(await debtOf(world.disk('device').connect())).toBe(owed);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => key.some((byte) => byte !== 0))).toEqual([]);
  });

  it('that fails leaves everything as it is', async () => {
    world.preLogin = {};
    ports.take();
    expect(await world.client.signIn(credentials)).toMatchObject({ kind: 'failed' });
    expect(ports.take().filter((what) => !what.startsWith('POST'))).toEqual([]);
    expect(kind()).toBe('unlocked');
  });

  it('storage that fails while a device is being left still closes it', async () => {
    world.disk('device').fault = failing('commit');
    await expect(world.client.logOut('discard')).rejects.toMatchObject({ code: 'failed' });
    expect(kind()).toBe('signed-out');
    expect(asked('delete replica', 'activity cleared')).toEqual(['activity cleared']);
  });
});
