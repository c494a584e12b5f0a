import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/builders.ts';
import { createEngineWorld, holdCharts } from '../../testing/engine-world.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { writeMutation } from '../write/write.ts';

describe('rows that are settled and still here', () => {
  it('[PU-8] who begins to lead sends once more what is settled and still here: a refusal of it may have been read in a profile that was put back', async () => {
    const world = await createEngineWorld(() => ({ kind: 'unreachable' }));
    const { replica, clock } = world;
    await holdCharts(replica);
    const ports = { clock, random: seededRandom(4), zone: () => 'UTC' };
    await writeMutation(replica, ports, { name: 'appointment.cancel', args: { appointment_id: 'a1' } });
    await replica.store.tx('relaxed', function* () {
      yield [putMeta('mark', { mark: 1 }), putMeta('sent', { through: 1 })];
    });
    const engine = world.make('one');
    engine.start();
    await clock.pass(1000);
    expect(world.pushes()).toBeGreaterThan(0);
    expect((await replica.store.read(() => readMeta('mark')))[0]).toEqual({ mark: 0 });
    engine.stop();
  });
});
