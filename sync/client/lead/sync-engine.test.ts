import { describe, expect, it } from 'vitest';
import type { ReplicaStore, TransportAnswer } from '../../ports.ts';
import { StoreError } from '../../store/store-error.ts';
import { noteEditArgs, seededRandom, settle } from '../../testing/builders.ts';
import { begin, createEngineWorld, end, holdCharts } from '../../testing/engine-world.ts';
import { readMeta } from '../replica/meta.ts';
import { writeMutation } from '../write/write.ts';

describe('the engine', () => {
  it('[SE-1] a dead network is tried again by the timer alone, at least every 3.6 s while somebody looks', async () => {
    const world = await createEngineWorld(() => ({ kind: 'unreachable' }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(60_000);
    const before = world.pulls();
    expect(before).toBeGreaterThan(15);
    await world.clock.pass(36_000);
    expect(world.pulls() - before).toBeGreaterThanOrEqual(10);
    expect(await world.status()).toMatchObject({ online: false });
    engine.stop();
  });

  it('[SE-1] storage that fails in the middle of a cycle does not end the cycles', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(2000);
    world.disk.fault = (operation) => (operation === 'commit' ? 'failed' : null);
    await world.clock.pass(40_000);
    world.disk.fault = () => null;
    const before = world.pulls();
    await world.clock.pass(40_000);
    expect(world.pulls()).toBeGreaterThan(before);
    expect(await world.status()).toMatchObject({ online: true, phase: 'idle' });
    engine.stop();
  });

  it('[SE-1] storage that takes no word of a failed cycle does not make it the last one', async () => {
    const world = await createEngineWorld(() => ({ kind: 'unreachable' }));
    const { store } = world.replica;
    const deaf: ReplicaStore = {
      ...store,
      tx: (durability, body) =>
        store.tx(durability, function* () {
          const running = body();
          let step = running.next([]);
          while (!step.done) {
            const isStatus = step.value.some((command) => command.op === 'get' && command.keys.includes('status'));
            if (isStatus) throw new StoreError('failed');
            step = running.next(yield step.value);
          }
          return step.value;
        }),
    };
    const engine = world.make('one', { ...world.replica, store: deaf });
    engine.start();
    await world.clock.pass(60_000);
    expect(world.pulls()).toBeGreaterThan(15);
    engine.stop();
  });

  it('says nothing of storage that was closed together with it', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(2000);
    world.disk.fault = () => 'failed';
    engine.wake();
    engine.stop();
    await settle();
    expect(world.errors).toEqual([]);
  });

  it('[SE-5] a request that hears nothing for 3 s is said to be offline; its answer, however late, unsays it', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(2000);
    expect(await world.status()).toMatchObject({ online: true });
    world.hold.ms = 6000;
    engine.wake();
    await world.clock.pass(2500);
    expect(await world.status()).toMatchObject({ online: true });
    await world.clock.pass(1000);
    expect(await world.status()).toMatchObject({ online: false });
    await world.clock.pass(3000);
    expect(await world.status()).toMatchObject({ online: true });
    engine.stop();
  });

  it('[SE-5] a long answer is no silence while its lines arrive', async () => {
    const lines = [begin, ...Array.from({ length: 8 }, () => ({ kind: 'g', c: 'note', i: 'n-1' })), end];
    const world = await createEngineWorld(
      () => ({ kind: 'answered', value: null }),
      () => lines,
    );
    world.hold.lineMs = 1000;
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(25_000);
    expect(await world.status()).toMatchObject({ online: true });
    const before = world.pulls();
    engine.wake();
    for (let second = 0; second < 9; second += 1) {
      await world.clock.pass(1000);
      expect(await world.status()).toMatchObject({ online: true });
    }
    expect(world.pulls()).toBe(before + 1);
    engine.stop();
  });

  it('[SE-5] somebody who comes back to a request that hears nothing gets a new one', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(2000);
    world.hold.ms = 60_000;
    engine.wake();
    await world.clock.pass(2000);
    const before = world.pulls();
    // Not yet silent: it may simply be slow.
    engine.setVisible(true);
    await world.clock.pass(1500);
    expect(world.pulls()).toBe(before);
    world.hold.ms = 0;
    engine.setVisible(true);
    await world.clock.pass(100);
    expect(world.pulls()).toBeGreaterThan(before);
    expect(await world.status()).toMatchObject({ online: true });
    engine.stop();
  });

  it('[PL-2] a page cut before its last line, or a portal instead of it, changes nothing and is not "synced"', async () => {
    const cut = await createEngineWorld(
      () => ({ kind: 'answered', value: null }),
      () => [begin],
    );
    const engine = cut.make('one');
    engine.start();
    await cut.clock.pass(5000);
    expect(await cut.status()).toMatchObject({ online: false, syncedAt: null });
    engine.stop();
  });

  it('[LD-2] the second tab takes over within 2 s of the first one going silent', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const [first, second] = [world.make('one'), world.make('two')];
    first.start();
    await settle();
    second.start();
    await world.clock.pass(3000);
    expect([first.leads, second.leads]).toEqual([true, false]);
    first.stop();
    await world.clock.pass(2000);
    expect(second.leads).toBe(true);
    second.stop();
  });

  it('status says when it was synced, by the device, and only after a whole pull', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(1000);
    expect(await world.status()).toMatchObject({ online: true, problem: null });
    expect((await world.status())?.syncedAt).toMatch(/^2026-11-21T09:00:0/);
    engine.stop();
  });

  it('[OB-4] while somebody types the engine neither pushes nor asks again and again', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    const { replica, clock } = world;
    await holdCharts(replica);
    const engine = world.make('one');
    engine.start();
    await clock.pass(1000);
    const before = world.pulls();
    let base = '';
    for (let key = 0; key < 6; key += 1) {
      const result = await writeMutation(
        replica,
        { clock, random: seededRandom(key + 9), zone: () => 'UTC' },
        {
          name: 'note.edit',
          args: {
            appointment_id: 'a1',
            author_name: 'One',
            note_schema_id: 'soap-note',
            note_schema_revision: 1,
            answers: { plan: `text ${key}` },
          },
          options: { base: { plan: base }, coalesceKey: 'k' },
        },
      );
      base = result.kind === 'saved' ? result.uid : '';
      await clock.pass(600);
    }
    expect(world.pulls() - before).toBeLessThan(4);
    expect(world.disk.dump().outbox).toHaveLength(1);
    engine.stop();
  });

  it('[IN-1] a collection that did not heal is not called synced by the next quiet pull', async () => {
    let sums: Record<string, [number, number, number]> | undefined = { appointment: [7, 1, 1] };
    const world = await createEngineWorld(
      () => ({ kind: 'answered', value: null }),
      () => [begin, { ...end, ...(sums ? { sums } : {}) }],
    );
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(2000);
    expect(await world.status()).toMatchObject({ problem: 'diverged', syncedAt: null });
    sums = undefined;
    await world.clock.pass(40_000);
    expect(await world.status()).toMatchObject({ problem: 'diverged', syncedAt: null });
    engine.stop();
  });

  it('a device whose clock is far off says so', async () => {
    const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
    world.clock.jump(3 * 60 * 60 * 1000);
    const engine = world.make('one');
    engine.start();
    await world.clock.pass(1000);
    expect(await world.status()).toMatchObject({ problem: 'clock' });
    engine.stop();
  });

  it('[OB-2] what was refused is on stable storage before the server is told that it arrived', async () => {
    const refused = { id: 1, outcome: 'rejected', code: 'not_allowed' };
    const world = await createEngineWorld(
      () => ({ kind: 'answered', value: null }),
      () => [begin, { ...end, mark: 1, outcomes: [refused] }],
      {
        kind: 'answered',
        value: { kind: 'ok', mark: 1, results: [refused], epoch: 'e1', serverTime: begin.serverTime },
      },
    );
    const { replica, clock, disk } = world;
    await holdCharts(replica);
    const written = await writeMutation(
      replica,
      { clock, random: seededRandom(4), zone: () => 'UTC' },
      { name: 'appointment.cancel', args: { appointment_id: 'a1' } },
    );
    expect(written.kind).toBe('saved');
    const engine = world.make('one');
    engine.start();
    await clock.pass(1000);
    engine.stop();
    disk.crash();
    expect(disk.dump().outbox).toEqual([]);
    expect(disk.dump().attention).toHaveLength(1);
  });

  it('[OB-4] a pull that failed is not repeated with every key, and does not stand in the way of what is typed', async () => {
    let isUp = true;
    const away: TransportAnswer<null> = { kind: 'retry', delayMs: 60_000 };
    const world = await createEngineWorld(() => (isUp ? { kind: 'answered', value: null } : away));
    const { replica, clock } = world;
    await holdCharts(replica);
    const engine = world.make('one');
    engine.start();
    await clock.pass(2000);
    isUp = false;
    engine.wake();
    await clock.pass(10);
    const before = world.pulls();
    let base = '';
    for (const text of ['o', 'on', 'one']) {
      const args = noteEditArgs({ plan: text });
      const written = await writeMutation(
        replica,
        { clock, random: seededRandom(text.length + 20), zone: () => 'UTC' },
        { name: 'note.edit', args, options: { base: { plan: base }, coalesceKey: 'k' } },
      );
      if (written.kind === 'saved') base = written.uid;
      await clock.pass(300);
    }
    expect(world.pulls()).toBe(before);
    await clock.pass(1000);
    const [sent] = await replica.store.read(() => readMeta('sent'));
    expect(sent).toEqual({ through: 1 });
    engine.stop();
  });
});
