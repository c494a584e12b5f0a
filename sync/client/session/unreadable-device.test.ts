import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../testing/builders.ts';
import { ClientWorld, credentials, deviceKey, failing, sub } from '../../testing/client-world.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { outboxKey } from '../write/outbox-meta.ts';

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

  it('[EV-2] shows nothing before it is one of this build: what cannot be indexed anew stays closed until it can', async () => {
    const store = world.disk('replica').connect();
    const lock = () => store.read(() => readMeta('lock'));
    await store.tx('strict', function* () {
      yield [putMeta('lock', { epoch: 0, registry: 'of another build' })];
    });
    // The first comes before it: what fails is the claim, and only that.
    let commits = 0;
    world.disk('replica').fault = (operation) => (operation === 'commit' && (commits += 1) === 2 ? 'failed' : null);
    const client = world.reopened();
    await client.start();
    expect(client.session.get()).toEqual({ kind: 'unopened' });
    await world.clock.pass(30_000);
    expect(client.session.get()).toMatchObject({ kind: 'unlocked', sub });
    expect((await lock())[0]?.registry).not.toBe('of another build');
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

  it('who unlocks while a slow storage still counts what waits is not put back before the lock', async () => {
    const release: (() => void)[] = [];
    let isSlow = false;
    const slow = await ClientWorld.unlocked((ports) => ({
      ...ports,
      openStore: (...given) => {
        const store = ports.openStore(...given);
        const held = (): Promise<void> => new Promise((resolve) => release.push(resolve));
        return { ...store, read: (body) => (isSlow ? held().then(() => store.read(body)) : store.read(body)) };
      },
    }));
    isSlow = true;
    const locked = slow.client.lock();
    await settle();
    expect(slow.client.session.get().kind).toBe('locked');
    isSlow = false;
    slow.network = () => Promise.reject(new TypeError('no network'));
    expect(await slow.client.unlock(credentials.password)).toEqual({ kind: 'ok' });
    for (const read of release) read();
    await locked;
    expect(slow.client.session.get().kind).toBe('unlocked');
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
