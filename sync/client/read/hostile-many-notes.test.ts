import { expect, it } from 'vitest';
import { noteIdOf } from '../../collections/appointment.ts';
import { chartScope } from '../../collections/classes.ts';
import { HostileWorld, noteBodyOf, noteLine, page, textOf } from '../../testing/hostile-world.ts';
import { getSeen } from './reads.ts';

it('[BR-1] a note in another chart than its session is kept aside, however many come with it', async () => {
  const world = await HostileWorld.open();
  const others = Array.from({ length: 20 }, (_, index) =>
    noteLine(1, noteBodyOf('x', { appointment_id: `b${index}` }), { i: noteIdOf(`b${index}`) }),
  );
  // One whose session lies here, in another chart.
  await world.replica.store.tx('relaxed', function* () {
    yield [{ op: 'delete', table: 'base', keys: ['note|note.a1'] }];
  });
  const hostile = { ...noteLine(2, noteBodyOf('HOSTILE')), s: chartScope('c9') };
  world.answer = () => (world.server.pulls === 1 ? textOf(page(world.server, ...others, hostile)) : null);
  world.server.pulls = 0;
  world.isHealing = false;
  world.engine.wake();
  await world.clock.pass(400);
  expect(JSON.stringify((await getSeen(world.replica, 'note', noteIdOf('a1'))) ?? '')).not.toContain('HOSTILE');
  world.close();
});
