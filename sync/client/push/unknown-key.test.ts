import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/builders.ts';
import { begin, createEngineWorld, holdCharts } from '../../testing/engine-world.ts';
import { writeMutation } from '../write/write.ts';

describe('a server that does not know the outbox key', () => {
  it('[SE-7] is told the key twice in a cycle, and after that asked as after a failure', async () => {
    const unknown = { kind: 'unknown-key', key: 'd1', epoch: 'e1', serverTime: begin.serverTime };
    const world = await createEngineWorld(() => ({ kind: 'unreachable' }), undefined, {
      kind: 'answered',
      value: unknown,
    });
    const { replica, clock } = world;
    await holdCharts(replica);
    const ports = { clock, random: seededRandom(4), zone: () => 'UTC' };
    await writeMutation(replica, ports, { name: 'appointment.cancel', args: { appointment_id: 'a1' } });
    const engine = world.make('one');
    engine.start();
    await clock.pass(1);
    expect(world.pushes()).toBe(3);
    expect(world.registrations()).toBe(2);
    engine.stop();
  });
});
