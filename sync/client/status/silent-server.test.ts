import { expect, it } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { FakeClock } from '../../testing/builders.ts';
import { putMeta } from '../replica/meta.ts';
import { StatusBoard } from './status-board.ts';

it('[SE-1] a sync that ends while this tab hears nothing is a connection all the same', async () => {
  const clock = new FakeClock();
  const store = new MemoryDisk().connect();
  const board = new StatusBoard(clock);
  const say = async (syncedAt: string): Promise<boolean> => {
    const status = { online: true, phase: 'idle', done: 0, left: 0, syncedAt, problem: null } as const;
    await store.tx('relaxed', function* () {
      yield [putMeta('status', status)];
    });
    await clock.pass(100);
    return board.value.get().online;
  };
  board.follow(store);
  expect(await say('2026-11-21T09:00:00.000Z')).toBe(true);
  board.setStalled(true);
  expect(board.value.get().online).toBe(false);
  expect(await say('2026-11-21T09:00:00.000Z')).toBe(false);
  expect(await say('2026-11-21T09:00:30.000Z')).toBe(true);
  board.unfollow();
});
