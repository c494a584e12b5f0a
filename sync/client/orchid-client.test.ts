import sodium from 'libsodium-wrappers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyBundle, passwordKeys } from '../core/account-keys.ts';
import { toBase64Url } from '../core/base64url.ts';
import { kdfFloor } from '../protocol/session-message.ts';
import type { ReplicaStore } from '../ports.ts';
import { MemoryDisk, type StoreFault } from '../store/memory-store.ts';
import { FakeClock, seededRandom, settle } from '../testing/builders.ts';
import type { Api, ClientPorts, EngineKeys } from './client-ports.ts';
import { deviceStoreName, readCurrentAccount } from './device.ts';
import { putMeta } from './meta.ts';
import { Client } from './orchid-client.ts';
import { outboxKey } from './outbox.ts';

const sub = 'pro-1';
const credentials = { email: 'one@test.invalid', password: 'correct horse' };
const kdf = { ...kdfFloor, salt: toBase64Url(new Uint8Array(16).fill(3)) };

const deviceKey = toBase64Url(new Uint8Array(32).fill(8));

type Answer = Awaited<ReturnType<Api['call']>>;

/** One tab over disks and a network that a test can break, and what the tab let go of. */
class ClientWorld {
  readonly clock = new FakeClock();
  readonly disks = new Map<string, MemoryDisk>();
  /** Another tab says something. */
  tell: (message: string) => void = () => undefined;
  /** What the tab told others, and which calls reached the network. */
  readonly posted: string[] = [];
  readonly calls: string[] = [];
  readonly client: Client;
  /** The very bytes that the tab works with, not copies of them. */
  keys: EngineKeys | null = null;
  isWorkerMissing = false;
  /** The key that another tab gives to one that starts. */
  relayed: Uint8Array | null = null;
  isEngineStopped = false;
  wakes = 0;
  network: () => Promise<Answer> = () => Promise.resolve({ status: 200, body: {} });
  /** Storage that answers neither well nor badly, as a blocked database does. */
  isStorageStalled = false;
  #giveKey: Parameters<ClientPorts['keyRelay']['answer']>[0] = () => null;
  readonly #passwordKeys = passwordKeys(sodium, rootOf(credentials.password));
  readonly #bundle = createKeyBundle(sodium, { kek: this.#passwordKeys.kek, sub, now: '2026-11-21T09:00:00.000Z' })
    .bundle;

  constructor() {
    this.client = new Client(this.#ports());
  }

  /** A client that signed in, with a replica on its disk. */
  static async unlocked(): Promise<ClientWorld> {
    await sodium.ready;
    const world = new ClientWorld();
    await world.client.start();
    expect(await world.client.signIn(credentials)).toEqual({ kind: 'ok' });
    expect(world.client.session.get().kind).toBe('unlocked');
    return world;
  }

  /** The same device, opened anew. */
  reopened(): Client {
    return new Client(this.#ports());
  }

  /** The disk that the device's accounts lie on, or that of the replica. */
  disk(which: 'device' | 'replica'): MemoryDisk {
    const name = [...this.disks.keys()].find((key) => (key === deviceStoreName) === (which === 'device'));
    return this.#diskOf(name ?? '');
  }

  /** Names of what a locked or signed-out tab must not have any more. */
  async leftovers(): Promise<string[]> {
    const held = [this.keys?.replicaKey, ...(this.keys?.depositKeys ?? []).map(([, key]) => key)];
    const write = await this.client.mutate('note.edit', {});
    return [
      ...(held.some((key) => key?.some((byte) => byte !== 0)) ? ['key bytes'] : []),
      ...(this.#giveKey() ? ['a key for other tabs'] : []),
      ...(this.isEngineStopped ? [] : ['a running engine']),
      ...(write.kind === 'not-saved' && write.reason === 'locked' ? [] : ['a write not refused as locked']),
    ];
  }

  #diskOf(name: string): MemoryDisk {
    const disk = this.disks.get(name) ?? new MemoryDisk();
    this.disks.set(name, disk);
    return disk;
  }

  #open(name: string): ReplicaStore {
    const store = this.#diskOf(name).connect();
    const stalled = new Promise<never>(() => undefined);
    return {
      ...store,
      tx: (durability, body) => (this.isStorageStalled ? stalled : store.tx(durability, body)),
      read: (body) => (this.isStorageStalled ? stalled : store.read(body)),
    };
  }

  #ports(): ClientPorts {
    const quiet = () => undefined;
    return {
      clock: this.clock,
      random: seededRandom(5),
      log: { error: quiet, info: quiet, debug: quiet },
      api: { call: (_method, path) => this.#call(path) },
      openStore: (name) => this.#open(name),
      deleteStore: (name) => Promise.resolve(void this.disks.delete(name)),
      loadSodium: () => Promise.resolve(sodium),
      deriveRoot: (password) => Promise.resolve(rootOf(password)),
      startEngine: (keys) => {
        this.keys = keys;
        if (this.isWorkerMissing) throw new Error('no worker');
        this.isEngineStopped = false;
        return {
          wake: () => (this.wakes += 1),
          cycleOnce: () => Promise.resolve(),
          setVisible: quiet,
          stop: () => (this.isEngineStopped = true),
        };
      },
      activity: { read: () => this.clock.now(), write: quiet, clear: quiet },
      flush: () => Promise.resolve(),
      nudgeDeposit: quiet,
      tabs: { post: (message) => this.posted.push(message), listen: (onMessage) => (this.tell = onMessage) },
      keyRelay: { ask: () => Promise.resolve(this.relayed), answer: (give) => (this.#giveKey = give) },
      persistStorage: () => Promise.resolve('persistent'),
      zone: () => 'UTC',
    };
  }

  async #call(path: string): Promise<Answer> {
    this.calls.push(path);
    if (path === '/api/login/v1/pre_login') return { status: 200, body: { kdf } };
    return path === '/api/login/v1/initiate_auth' ? { status: 200, body: this.#signedIn() } : this.network();
  }

  #signedIn(): unknown {
    return {
      nextStep: 'success',
      sub,
      kdf,
      bundle: this.#bundle,
      server_key: { id: 's1', public: toBase64Url(sodium.crypto_box_keypair().publicKey) },
      device_key: deviceKey,
    };
  }
}

/** Stands for Argon2id, which is no part of what is tested here. */
function rootOf(password: string): Uint8Array {
  return sodium.crypto_generichash(32, password, null);
}

const failing =
  (...operations: readonly Parameters<StoreFault>[0][]): StoreFault =>
  (operation) =>
    operations.includes(operation) ? 'failed' : null;

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
      await world.client.lock();
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
    let answer = (): void => undefined;
    opening.network = () => new Promise((resolve) => (answer = () => resolve({ status: 200, body: { token: 't' } })));
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

describe('[RD-3] a device that cannot be read', () => {
  let world: ClientWorld;
  beforeEach(async () => {
    world = await ClientWorld.unlocked();
    world.network = () => Promise.resolve({ status: 200, body: { sub, device_key: deviceKey, token: 't' } });
  });

  it.each(['device', 'replica'] as const)(
    'is nobody signed out: opened by itself once it can be, %s',
    async (which) => {
      world.disk(which).fault = failing('begin');
      const client = world.reopened();
      await client.start();
      expect(client.session.get()).toEqual({ kind: 'unopened' });
      await world.clock.pass(20_000);
      expect(client.session.get()).toEqual({ kind: 'unopened' });
      world.disk(which).fault = () => null;
      await world.clock.pass(30_000);
      expect(client.session.get()).toMatchObject({ kind: 'unlocked', sub });
    },
  );

  it('is asked ever less often at the start, and no more once somebody was told to sign in', async () => {
    world.disk('device').fault = failing('begin');
    let reads = 0;
    const count = world.disk('device').fault;
    world.disk('device').fault = (operation) => {
      reads += 1;
      return count(operation);
    };
    const client = world.reopened();
    await client.start();
    await world.clock.pass(60_000);
    const early = reads;
    await world.clock.pass(60_000);
    expect(reads - early).toBeLessThan(early);
    world.tell('signed-out');
    await settle();
    reads = 0;
    await world.clock.pass(50_000);
    expect(reads).toBe(0);
  });

  it.each([
    ['was evicted', (it: ClientWorld) => it.disk('replica').wipe()],
    ['cannot be synced for want of a worker', (it: ClientWorld) => (it.isWorkerMissing = true)],
  ])('is no dead end: a replica that %s is left to the password', async (_name, breakIt) => {
    breakIt(world);
    const client = world.reopened();
    await client.start();
    expect(client.session.get()).toMatchObject({ kind: 'locked', sub });
    world.isWorkerMissing = false;
    expect(await client.unlock(credentials.password)).toEqual({ kind: 'ok' });
  });

  it('is left alone where a newer build has taken it over', async () => {
    let reads = 0;
    world.disk('replica').fault = () => {
      reads += 1;
      return 'closed-by-update';
    };
    const client = world.reopened();
    await client.start();
    expect(client.session.get()).toEqual({ kind: 'unopened' });
    await settle();
    reads = 0;
    await world.clock.pass(50_000);
    // The tab that was open before has a lease to look after.
    expect(reads).toBeLessThan(2);
  });

  it.each(['lock', 'signed-out'] as const)('[LK-2] a %s of another tab while this one starts holds', async (how) => {
    const client = world.reopened();
    let release = (): void => undefined;
    const answer = { status: 200, body: { sub, device_key: deviceKey, token: 't' } };
    world.network = () =>
      world.calls.at(-1) === '/api/login/v1/device_key'
        ? new Promise((resolve) => (release = () => resolve(answer)))
        : Promise.resolve(answer);
    const starting = client.start();
    await settle();
    world.tell(how);
    await settle();
    release();
    await starting;
    world.network = () => Promise.resolve(answer);
    await world.clock.pass(60_000);
    expect(client.session.get().kind).toBe(how === 'lock' ? 'locked' : 'signed-out');
    expect(await client.mutate('note.edit', {})).toMatchObject({ kind: 'not-saved', reason: 'locked' });
  });

  it('[LK-2] leaves no key behind when what was found does not open it', async () => {
    const { replicaKey } = world.keys ?? {};
    world.relayed = Uint8Array.from(replicaKey ?? []);
    world.network = () => Promise.resolve(null);
    // The ring is read; what makes the replica this build's own is not written.
    world.disk('replica').fault = failing('write', 'commit');
    const client = world.reopened();
    await client.start();
    expect(client.session.get()).toEqual({ kind: 'unopened' });
    expect(world.relayed.every((byte) => byte === 0)).toBe(true);
  });

  it('a locked screen says how much waits as soon as that can be read', async () => {
    await world
      .disk('replica')
      .connect()
      .tx('strict', function* () {
        yield [{ op: 'put', table: 'outbox', rows: [{ k: outboxKey(1), m: 'rubbish' }] }];
      });
    await world.client.lock();
    const client = world.reopened();
    world.disk('replica').fault = failing('begin');
    await client.start();
    await world.clock.pass(10_000);
    expect(client.session.get()).toMatchObject({ kind: 'locked', waiting: 0 });
    world.disk('replica').fault = () => null;
    await world.clock.pass(2000);
    expect(client.session.get()).toMatchObject({ kind: 'locked', waiting: 1 });
  });

  it('is never called empty after one bad read: an asked-for attempt says that it failed', async () => {
    let isFirst = true;
    await settle();
    world.disk('replica').fault = (operation) => {
      if (operation !== 'begin' || !isFirst) return null;
      isFirst = false;
      return 'failed';
    };
    await expect(world.client.syncNow()).rejects.toMatchObject({ code: 'failed' });
    await expect(world.client.syncNow()).resolves.toBeUndefined();
  });

  it('is said while any screen’s read fails, and no longer than that', async () => {
    const { client } = world;
    const problems = () => client.status.get().problems;
    const stops = [1, 2].map(() =>
      client.watchRange({ collection: 'appointment', index: 'start', from: '', to: '~' }, () => undefined),
    );
    await settle();
    expect(problems()).toEqual([]);
    world.disk('replica').fault = failing('begin');
    const left = ['a1', 'a2'].map((id) => client.watchGet('appointment', id, () => undefined));
    await settle();
    expect(problems()).toEqual(['unreadable']);
    left[0]?.();
    expect(problems()).toEqual(['unreadable']);
    left[1]?.();
    expect(problems()).toEqual([]);
    const stopLast = client.watchGet('appointment', 'a1', () => undefined);
    await settle();
    expect(problems()).toEqual(['unreadable']);
    world.disk('replica').fault = () => null;
    await world.clock.pass(2000);
    expect(problems()).toEqual([]);
    for (const stop of [...stops, stopLast]) stop();
  });
});
