import sodium from 'libsodium-wrappers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { classes, accountScope } from '../collections/classes.ts';
import { registry } from '../collections/index.ts';
import type { StoreErrorCode } from '../store/store-error.ts';
import { lead, pageOf, pullRecordOf, seededRandom, settle } from '../testing/builders.ts';
import { ClientWorld, credentials, sub } from '../testing/client-world.ts';
import { LoggedPorts } from '../testing/logged-ports.ts';
import { applyPage } from './pull/apply-pull.ts';
import { putMeta, readMeta } from './replica/meta.ts';
import { createRowSealer } from './replica/row-sealer.ts';

let world: ClientWorld;
let ports: LoggedPorts;
beforeEach(async () => {
  ports = new LoggedPorts();
  world = await ClientWorld.unlocked(ports.over);
  ports.take();
});

const account = {
  user_type: 'orchid_pro',
  first_name: 'Ada',
  last_name: 'One',
  display_name: 'Dr. One',
  timezone: 'UTC',
  modify_datetime: '2026-11-21T09:00:00.000Z',
};

/** Brings the account's own record, as a first pull does. */
async function pullAccount(): Promise<void> {
  const { keys } = world;
  if (!keys) throw new Error('no engine');
  const store = world.disk('replica').connect();
  const fence = { owner: 'tab', term: 1 };
  const clientId = await lead(store, fence);
  const sealer = createRowSealer(sodium, keys.replicaKey.slice(), seededRandom(4));
  const replica = {
    store,
    registry,
    sodium,
    random: seededRandom(6),
    gate: { closed: false },
    sealer,
    actor: { principal: sub, sub },
    depositKeys: new Map(keys.depositKeys),
    depositKeyId: keys.depositKeyId,
    lockEpoch: keys.lockEpoch,
  };
  const place = { collection: 'account', id: sub, scope: accountScope(sub), cls: classes.own };
  const page = pageOf(clientId, { from: null, records: [pullRecordOf({ ...place, body: account })] });
  await store.tx('strict', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
}

const setPhoto = () => world.client.mutate('profile_photo.set', { image: '' });
const problems = () => world.client.status.get().problems;
const fail = (code: StoreErrorCode | null): void => {
  world.disk('replica').fault = (operation) => (operation === 'commit' ? code : null);
};

describe('what a page says of itself', () => {
  it.each<readonly [string, boolean, boolean, readonly string[]]>([
    ['open, to the front', true, true, ['engine is seen']],
    ['open, to the back', true, false, ['engine is hidden']],
    ['locked, to the front', false, true, ['nudge']],
    ['locked, to the back', false, false, []],
  ])('%s', async (_name, isOpen, isVisible, asked) => {
    if (!isOpen) await world.client.lock();
    await settle();
    ports.take();
    world.client.noteVisible(isVisible);
    await settle();
    expect(ports.take()).toEqual(asked);
  });

  it('that comes to the front after the time is locked at once: nobody waits for the next minute', async () => {
    ports.lastActiveMs = world.clock.now() - 3_540_001;
    world.client.noteVisible(false);
    await settle();
    expect(world.client.session.get().kind).toBe('unlocked');
    world.client.noteVisible(true);
    await settle();
    expect(world.client.session.get().kind).toBe('locked');
  });

  it('a word that there is something to fetch reaches the engine, as long as there is one', async () => {
    world.client.wake();
    expect(ports.take()).toEqual(['engine wakes']);
    await world.client.lock();
    ports.take();
    world.client.wake();
    expect(ports.take()).toEqual([]);
  });

  it('an attempt that was asked for is over only when what is said is what it has found', async () => {
    const status = { online: true, phase: 'idle', done: 0, left: 0, problem: null } as const;
    await world
      .disk('replica')
      .connect()
      .tx('relaxed', function* () {
        yield [putMeta('status', { ...status, syncedAt: '2026-11-21T09:00:00.000Z' })];
      });
    let end = (): void => undefined;
    ports.onCycle = () => new Promise((resolve) => (end = resolve));
    const asked = world.client.syncNow();
    await settle();
    expect([ports.take(), world.client.status.get().syncedAt]).toEqual([[], null]);
    end();
    await asked;
    expect(ports.take()).toEqual(['engine cycles']);
    expect(world.client.status.get().syncedAt).toBe('2026-11-21T09:00:00.000Z');
  });

  it('nothing of it is asked where nobody is signed in', async () => {
    await world.client.logOut('keep');
    ports.take();
    await world.client.syncNow();
    await world.client.noteProblemsRead(['lost-outbox']);
    expect(ports.take()).toEqual([]);
  });

  it('what was read is said no more', async () => {
    const store = world.disk('replica').connect();
    await store.tx('relaxed', function* () {
      yield [putMeta('unread', ['lost-outbox', 'server-restored'])];
    });
    await world.client.noteProblemsRead(['lost-outbox']);
    expect(await store.read(() => readMeta('unread'))).toEqual([['server-restored']]);
  });
});

describe('a change', () => {
  beforeEach(async () => {
    await pullAccount();
    ports.take();
  });

  it('that is saved counts as activity, and the service worker is told that something waits', async () => {
    expect(await setPhoto()).toMatchObject({ kind: 'saved' });
    expect(ports.take()).toEqual(['active', 'nudge']);
    expect(await world.client.pending()).toMatchObject([{ name: 'profile_photo.set', args: { image: '' } }]);
  });

  it('that is refused is no news to the service worker', async () => {
    expect(await world.client.mutate('note.edit', {})).toMatchObject({ kind: 'rejected' });
    expect(ports.take()).toEqual(['active']);
  });

  it('of a locked tab, or of somebody else, is neither saved nor activity', async () => {
    const owned = await world.client.mutate('profile_photo.set', { image: '' }, { owner: 'pro-2' });
    expect(owned).toMatchObject({ kind: 'not-saved', reason: 'locked' });
    await world.client.lock();
    ports.take();
    expect(await setPhoto()).toMatchObject({ kind: 'not-saved', reason: 'locked' });
    expect(ports.take()).toEqual([]);
  });

  it('that finds no room says so on screen until one finds some; a device that fails otherwise says nothing of room', async () => {
    fail('quota');
    expect(await setPhoto()).toMatchObject({ kind: 'not-saved', reason: 'quota' });
    expect(problems()).toContain('quota');
    fail('failed');
    expect(await setPhoto()).toMatchObject({ kind: 'not-saved', reason: 'storage' });
    expect(problems()).toContain('quota');
    fail(null);
    expect(await setPhoto()).toMatchObject({ kind: 'saved' });
    expect(problems()).not.toContain('quota');
    fail('failed');
    await setPhoto();
    expect(problems()).not.toContain('quota');
  });

  it('that nobody knows of any more is not made again, whoever asks', async () => {
    expect(await world.client.retry('gone')).toMatchObject({ kind: 'not-saved', reason: 'locked' });
    expect(ports.take()).toEqual([]);
  });

  it('that was refused and kept can be made again in its place, or be let go', async () => {
    const edit = await world.client.mutate('note.edit', {}, { keepAs: 'note/a1/plan' });
    const [item] = await world.client.attention();
    expect([edit.kind, item?.name]).toEqual(['rejected', 'note.edit']);
    await world.client.retry(item?.uid ?? '', {});
    expect(await world.client.attention()).toHaveLength(1);
    for (const { uid } of await world.client.attention()) await world.client.dismiss(uid);
    expect(await world.client.attention()).toEqual([]);
  });
});

describe('what is looked at', () => {
  beforeEach(pullAccount);

  it('is there while this is open, and nowhere once it is locked', async () => {
    expect(await world.client.get('account', sub)).toMatchObject({ body: account });
    const byAccount = { collection: 'account', index: 'id', from: '', to: '~' } as never;
    await world.client.lock();
    expect(await world.client.get('account', sub)).toBeUndefined();
    expect(await world.client.range(byAccount)).toEqual([]);
    expect([await world.client.pending(), await world.client.attention(), world.client.deviceTag()]).toEqual([
      [],
      [],
      null,
    ]);
    const seen: unknown[] = [];
    world.client.watchGet('account', sub, (record) => seen.push(record))();
    world.client.watchRange(byAccount, (records) => seen.push(records))();
    await settle();
    expect(seen).toEqual([]);
  });

  it('is followed until nobody looks any more', async () => {
    const seen: unknown[] = [];
    const stop = world.client.watchGet('profile_photo', sub, (record) => seen.push(record?.body));
    await settle();
    expect(seen).toEqual([undefined]);
    await setPhoto();
    await settle();
    expect(seen).toMatchObject([undefined, { image: '' }]);
    stop();
    await world.client.mutate('profile_photo.set', { image: '/9j/AAAA' });
    await settle();
    expect(seen).toHaveLength(2);
  });

  it('[RD-3] and cannot be read is said while somebody looks at it, and no longer', async () => {
    world.disk('replica').fault = (operation) => (operation === 'begin' ? 'failed' : null);
    const stop = world.client.watchGet('account', sub, () => undefined);
    await settle();
    expect(problems()).toContain('unreadable');
    stop();
    expect(problems()).not.toContain('unreadable');
  });

  it('[LK-1] and finds a lock of another tab closes this one', async () => {
    world.client.watchGet('account', sub, () => undefined);
    await settle();
    await world
      .disk('replica')
      .connect()
      .tx('strict', function* () {
        yield [putMeta('lock', { epoch: 99 })];
      });
    expect(await setPhoto()).toMatchObject({ kind: 'not-saved', reason: 'locked' });
    world.client.watchGet('account', sub, () => undefined);
    await settle();
    expect(world.client.session.get().kind).toBe('locked');
    expect(ports.give()).toBeNull();
  });

  it('[WK-2] whether work of others lies here is said anew at each unlock, until nobody asks', async () => {
    const said: boolean[] = [];
    const { session } = world.client;
    const subscribe = session.subscribe.bind(session);
    const off = vi.fn();
    vi.spyOn(session, 'subscribe').mockImplementation((listener) => {
      off.mockImplementation(subscribe(listener));
      return off;
    });
    const stop = world.client.watchSealedWork((isHere) => said.push(isHere));
    await settle();
    expect(said).toEqual([false]);
    await setPhoto();
    await world.client.lock();
    await settle();
    expect(said).toEqual([false, true]);
    await world.client.unlock(credentials.password);
    await settle();
    expect(said).toEqual([false, true, false]);
    stop();
    expect(off).toHaveBeenCalledOnce();
    await world.client.lock();
    await settle();
    expect(said).toHaveLength(3);
  });
});
