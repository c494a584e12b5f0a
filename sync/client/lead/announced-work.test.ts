import { describe, expect, it } from 'vitest';
import type { ReplicaStore } from '../../ports.ts';
import { noteEditArgs, seededRandom, settle } from '../../testing/builders.ts';
import { createEngineWorld, holdCharts } from '../../testing/engine-world.ts';
import { writeMutation } from '../write/write.ts';

describe('[SE-9] work of another tab', () => {
  /** An engine on a connection of its own, at rest; how often it has read, and what a page that writes shares with it. */
  async function restingEngine(options: { readonly isDeaf?: boolean } = {}) {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const { replica, clock, disk } = world;
    await holdCharts(replica);
    const store = disk.connect();
    let reads = 0;
    const spied: ReplicaStore = {
      ...store,
      read: (body) => {
        reads += 1;
        return store.read(body);
      },
      ...(options.isDeaf ? { watchComing: () => () => undefined } : {}),
    };
    const engine = world.make('one', { ...replica, store: spied });
    engine.start();
    await clock.pass(5000);
    await settle();
    reads = 0;
    const write = (): ReturnType<typeof writeMutation> =>
      writeMutation(
        replica,
        { clock, random: seededRandom(7), zone: () => 'UTC' },
        { name: 'note.edit', args: noteEditArgs({ plan: 'text' }), options: { base: { plan: '' } } },
      );
    return { world, engine, write, reads: () => reads };
  }

  it('is looked for once, on the word that it is coming', async () => {
    const { world, engine, write, reads } = await restingEngine();
    const before = world.pushes();
    let atWord: number | null = null;
    world.disk.connect().watchComing(() => queueMicrotask(() => (atWord = reads())));
    await write();
    await settle();
    expect(atWord).toBe(1);
    expect(world.pushes()).toBe(before + 1);
    const heard = await restingEngine({ isDeaf: true });
    await heard.write();
    await settle();
    // As often as where the commit alone was heard.
    expect(reads()).toBe(heard.reads());
    expect(heard.reads()).toBeGreaterThan(0);
    engine.stop();
    heard.engine.stop();
  });

  it('that was announced and then not made leaves nothing to send', async () => {
    const { world, engine, write } = await restingEngine();
    const before = world.pushes();
    let failures = 0;
    world.disk.fault = (operation) => (operation === 'commit' && (failures += 1) === 1 ? 'quota' : null);
    expect(await write()).toMatchObject({ kind: 'not-saved' });
    await settle();
    expect(world.pushes()).toBe(before);
    world.disk.fault = () => null;
    expect(await write()).toMatchObject({ kind: 'saved' });
    await settle();
    expect(world.pushes()).toBe(before + 1);
    engine.stop();
  });
});
