import { beforeEach, describe, expect, it } from 'vitest';
import { toInstant } from '../../core/instant.ts';
import type { Fence } from '../replica/fence.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import type { StoreErrorCode } from '../../store/store-error.ts';
import { FakeClock, lead, openTestReplica } from '../../testing/builders.ts';
import { metaDefaults, putMeta, readMeta, type Meta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';
import { StatusBoard } from './status-board.ts';
import { dropRead, putPulled, putStatus, type StatusChange } from './sync-status.ts';

const fence: Fence = { owner: 'one', term: 1 };

/** A board over storage that fails as long as the test says. */
function failingBoard() {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  const board = new StatusBoard(clock);
  const fail = (code: StoreErrorCode | null) => (disk.fault = (operation) => (operation === 'begin' ? code : null));
  return { disk, clock, board, fail, problems: () => board.value.get().problems };
}

describe('[RD-3] the indicator over storage that cannot be read', () => {
  it('says so, asks again by itself, and tells those who follow the work once it has read', async () => {
    const { disk, clock, board, fail, problems } = failingBoard();
    let told = 0;
    board.watchWork(() => (told += 1));
    fail('failed');
    board.follow(disk.connect());
    await clock.pass(10_000);
    expect([problems(), told]).toEqual([['unreadable'], 0]);
    fail(null);
    await clock.pass(2000);
    expect([problems(), told]).toEqual([[], 1]);
    board.unfollow();
  });

  it('says nothing of a store that was left, nor goes on about it', async () => {
    const { disk, clock, board, fail, problems } = failingBoard();
    fail('failed');
    const left = disk.connect();
    board.follow(left);
    await clock.pass(0);
    expect(problems()).toEqual(['unreadable']);
    board.unfollow();
    expect(problems()).toEqual([]);
    await board.refresh(left).catch(() => undefined);
    await clock.pass(10_000);
    expect(problems()).toEqual([]);
  });

  it('does not promise to go on trying where another build has taken it over', async () => {
    const { disk, clock, board, fail, problems } = failingBoard();
    fail('failed');
    board.follow(disk.connect());
    await clock.pass(0);
    fail('closed-by-update');
    await clock.pass(10_000);
    expect(problems()).toEqual([]);
    board.unfollow();
  });
});

it('[RD-3] a store of this tab that does not answer is said, until every one answers again', () => {
  const board = new StatusBoard(new FakeClock());
  const [device, replica] = [board.storeEvents(), board.storeEvents()];
  const said = [device, replica].flatMap((store) => {
    store.onAnswering?.(false);
    return board.value.get().problems;
  });
  device.onAnswering?.(true);
  expect([...said, ...board.value.get().problems]).toEqual(['unreadable', 'unreadable', 'unreadable']);
  replica.onAnswering?.(true);
  expect(board.value.get().problems).toEqual([]);
});

describe('[SE-1] the indicator while the server is silent', () => {
  it('says nothing of that about what is followed next', async () => {
    const { store } = await openTestReplica(new MemoryDisk().connect());
    await lead(store, fence);
    await store.tx('relaxed', () => putStatus(fence, { online: true }));
    const board = new StatusBoard(new FakeClock());
    const follow = async (): Promise<boolean> => {
      board.follow(store);
      await board.refresh(store);
      return board.value.get().online;
    };
    expect(await follow()).toBe(true);
    board.setStalled(true);
    await board.refresh(store);
    expect(board.value.get().online).toBe(false);
    // Locked while nothing was heard, and unlocked anew.
    board.unfollow();
    expect(await follow()).toBe(true);
    board.unfollow();
  });
});

describe('[SN-1] what a person is to read', () => {
  let replica: Replica;
  let board: StatusBoard;

  beforeEach(async () => {
    replica = await openTestReplica(new MemoryDisk().connect());
    await lead(replica.store, fence);
    board = new StatusBoard(new FakeClock());
  });

  const put = (change: StatusChange) => replica.store.tx('relaxed', () => putStatus(fence, change));
  async function problems() {
    await board.refresh(replica.store);
    return board.value.get().problems;
  }

  it.each(['signed-out', 'client-too-old', 'diverged', 'clock', null] as const)(
    'is not unsaid by what comes after it: %s',
    async (problem) => {
      await put({ toRead: 'lost-outbox' });
      await put({ problem });
      expect(await problems()).toEqual(['lost-outbox', ...(problem ? [problem] : [])]);
      await put({ online: true, problem: null });
      expect(await problems()).toEqual(['lost-outbox']);
    },
  );

  it('is said for each thing that was lost, and each goes when it was read', async () => {
    await put({ toRead: 'server-restored' });
    await put({ toRead: 'lost-outbox' });
    await put({ toRead: 'lost-outbox' });
    expect(await problems()).toEqual(['lost-outbox', 'server-restored']);
    await replica.store.tx('strict', () => dropRead(['server-restored', 'signed-out']));
    expect(await problems()).toEqual(['lost-outbox']);
    await replica.store.tx('strict', () => dropRead(['lost-outbox']));
    expect(await problems()).toEqual([]);
  });

  it('is carried over from a build that kept it in another place', async () => {
    const before = { ...metaDefaults.status, problem: 'lost-outbox' } as Meta<'status'>;
    await replica.store.tx('strict', function* () {
      yield [putMeta('status', before)];
    });
    expect(await problems()).toEqual(['lost-outbox']);
    await put({ problem: 'signed-out' });
    await put({ online: true });
    expect(await problems()).toEqual(['lost-outbox']);
    // A tab of that build, open beside this one, rewrites the row that it knows.
    await replica.store.tx('strict', function* () {
      yield [putMeta('status', metaDefaults.status as Meta<'status'>)];
    });
    expect(await problems()).toEqual(['lost-outbox']);
    await replica.store.tx('strict', () => dropRead(['lost-outbox']));
    expect(await problems()).toEqual([]);
  });

  it('leaves what else is wrong on screen: an ended session is told beside it, and beside a full device', async () => {
    await put({ toRead: 'lost-outbox', problem: 'signed-out' });
    board.setProblem('quota', true);
    expect(await problems()).toEqual(['quota', 'lost-outbox', 'signed-out']);
  });
});

it.each([
  [0, 0, false],
  [1, 0, true],
  [1, 1, false],
  [2, 1, true],
])(
  'after a pull it is known whether something waits to go out: %i written, %i settled',
  async (lastId, mark, waits) => {
    const clock = new FakeClock();
    const { store } = await openTestReplica(new MemoryDisk().connect());
    await lead(store, fence);
    const pulled = {
      isAgreed: true,
      isMended: true,
      serverTime: toInstant(clock.now()),
      askedMs: clock.now(),
      nowMs: clock.now(),
    };
    await store.tx('relaxed', function* () {
      const [client] = yield* readMeta('client');
      if (lastId > 0 && client) yield [putMeta('client', { ...client, lastId })];
      if (mark > 0) yield [putMeta('mark', { mark })];
    });
    expect(await store.tx('relaxed', () => putPulled(fence, pulled))).toBe(waits);
  },
);
