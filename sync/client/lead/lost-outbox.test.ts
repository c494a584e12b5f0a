import { expect, it } from 'vitest';
import { begin, createEngineWorld, end, holdCharts } from '../../testing/engine-world.ts';
import { noteEditArgs, seededRandom } from '../../testing/builders.ts';
import { readMeta } from '../replica/meta.ts';
import { writeMutation } from '../write/write.ts';

it('[SN-1] a server that knows of changes which are not here makes a lost outbox known', async () => {
  const told = { epoch: 'e1', serverTime: begin.serverTime, results: [], kind: 'gap', mark: 40, known: [] };
  const world = await createEngineWorld(
    () => ({ kind: 'answered', value: null }),
    () => [begin, { ...end, cursor: 'c0' }],
    { kind: 'answered', value: told },
  );
  await holdCharts(world.replica);
  const ports = { clock: world.clock, random: seededRandom(7), zone: () => 'UTC' };
  await writeMutation(world.replica, ports, { name: 'note.edit', args: noteEditArgs({ plan: 'A call' }) });
  const engine = world.make('one');
  engine.start();
  await world.clock.pass(10_000);
  engine.stop();
  expect(await world.replica.store.read(() => readMeta('unread'))).toEqual([['lost-outbox']]);
});
