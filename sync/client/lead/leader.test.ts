import { describe, expect, it } from 'vitest';
import { MemoryDisk } from '../../store/memory-store.ts';
import { FakeClock, openTestReplica } from '../../testing/builders.ts';
import type { Fence } from '../replica/fence.ts';
import { Leader } from './leader.ts';

describe('[LD-1] the lead', () => {
  it('is over with the first beat that storage does not take, and comes back with one that it takes', async () => {
    const disk = new MemoryDisk();
    const clock = new FakeClock();
    const { store } = await openTestReplica(disk.connect());
    const told: (Fence | null)[] = [];
    const leader = new Leader({ store, clock, owner: 'one', onChange: (fence) => told.push(fence) });
    leader.start();
    await clock.pass(2000);
    expect(leader.fence).toEqual({ owner: 'one', term: 1 });
    disk.fault = (operation) => (operation === 'commit' ? 'failed' : null);
    await clock.pass(500);
    expect([leader.fence, told.at(-1)]).toEqual([null, null]);
    disk.fault = () => null;
    await clock.pass(2000);
    expect(leader.fence).toMatchObject({ owner: 'one' });
    leader.stop();
  });
});
