import { expect, it, vi } from 'vitest';
import { noteEditArgs, seededRandom } from '../../testing/builders.ts';
import { begin, createEngineWorld, end, holdCharts } from '../../testing/engine-world.ts';
import { putMeta } from '../replica/meta.ts';
import { writeMutation } from '../write/write.ts';

const taken = { kind: 'ok', mark: 1, results: [], epoch: 'e1', serverTime: begin.serverTime };

it('[SE-8] what came over a dead network goes out once; then the server is left alone until the next look is due', async () => {
  let isUp = false;
  const world = await createEngineWorld(
    () => (isUp ? { kind: 'answered', value: null } : { kind: 'unreachable' }),
    () => [begin, { ...end, mark: 1 }],
    { kind: 'answered', value: taken },
  );
  const { replica, clock } = world;
  await holdCharts(replica);
  const engine = world.make('one');
  engine.start();
  await clock.pass(30_000);
  const ports = { clock, random: seededRandom(9), zone: () => 'UTC' };
  await writeMutation(replica, ports, { name: 'note.edit', args: noteEditArgs({ plan: 'late' }) });
  isUp = true;
  await clock.pass(5000);
  expect(world.pushes()).toBe(1);
  await clock.pass(15_000);
  expect(world.pulls()).toBeLessThan(30);
  engine.stop();
});

it('[BR-4] the server is asked as soon as somebody has come upon a broken record', async () => {
  const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
  const { replica, clock } = world;
  await holdCharts(replica);
  const engine = world.make('one');
  engine.start();
  await clock.pass(5000);
  const before = world.pulls();
  await clock.pass(1000);
  expect(world.pulls()).toBe(before);
  await replica.store.tx('relaxed', function* () {
    yield [putMeta('broken', ['appointment|a1'])];
  });
  await clock.pass(500);
  expect(world.pulls()).toBeGreaterThan(before);
  engine.stop();
});

it('who waits for one more look is not left waiting by an engine that ends over a server that says nothing at all', async () => {
  const world = await createEngineWorld(() => ({ kind: 'answered', value: null }));
  const { replica, clock } = world;
  await holdCharts(replica);
  const engine = world.make('one');
  engine.start();
  await clock.pass(5000);
  // A request that no calling off reaches.
  world.hold.lineMs = 1e9;
  let isOver = false;
  void engine.cycleOnce().then(() => (isOver = true));
  await clock.pass(1000);
  expect(isOver).toBe(false);
  vi.spyOn(AbortController.prototype, 'abort').mockImplementation(() => undefined);
  engine.stop();
  await clock.pass(0);
  expect(isOver).toBe(true);
  vi.restoreAllMocks();
});
