import { describe, expect, it } from 'vitest';
import type { ReplicaStore } from '../../ports.ts';
import { noteEditArgs, seededRandom, settle } from '../../testing/builders.ts';
import { createEngineWorld, holdCharts } from '../../testing/engine-world.ts';
import { writeMutation } from '../write/write.ts';

describe('a network that gives no answer', () => {
  it('[SE-8] while no answer comes a save wakes nothing: the outbox is not even looked at before the timer says so', async () => {
    const world = await createEngineWorld(() => ({ kind: 'unreachable' }));
    const { replica, clock } = world;
    await holdCharts(replica);
    let reads = 0;
    const { store } = replica;
    const spied: ReplicaStore = {
      ...store,
      read: (body) => {
        reads += 1;
        return store.read(body);
      },
    };
    const engine = world.make('one', { ...replica, store: spied });
    engine.start();
    await clock.pass(60_000);
    await settle();
    reads = 0;
    for (let count = 0; count < 10; count += 1) {
      await writeMutation(
        replica,
        { clock, random: seededRandom(count + 30), zone: () => 'UTC' },
        { name: 'note.edit', args: noteEditArgs({ plan: `text ${count}` }), options: { base: { plan: '' } } },
      );
      await settle();
    }
    expect(reads).toBe(0);
    await clock.pass(3_600);
    await settle();
    expect(reads).toBeGreaterThan(0);
    engine.stop();
  });

  it('[SE-8] what comes while the first attempt that succeeds is under way does not wait for the next look', async () => {
    let isUp = false;
    const world = await createEngineWorld(() => (isUp ? { kind: 'answered', value: null } : { kind: 'unreachable' }));
    const { replica, clock } = world;
    await holdCharts(replica);
    const engine = world.make('one');
    engine.start();
    await clock.pass(30_000);
    isUp = true;
    world.hold.ms = 3500;
    await clock.pass(3600);
    await writeMutation(
      replica,
      { clock, random: seededRandom(9), zone: () => 'UTC' },
      { name: 'note.edit', args: noteEditArgs({ plan: 'late' }), options: { base: { plan: '' } } },
    );
    const before = world.pushes();
    await clock.pass(5_500);
    expect(world.pushes()).toBeGreaterThan(before);
    engine.stop();
  });
});
