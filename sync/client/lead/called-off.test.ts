import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/builders.ts';
import { begin, createEngineWorld, end, holdCharts } from '../../testing/engine-world.ts';
import { writeMutation } from '../write/write.ts';

describe('what has left when the lead ends', () => {
  it('[LD-1] a word from the cycle before is called off too: another tab may send by then', async () => {
    const refused = { id: 1, outcome: 'rejected', code: 'not_allowed' };
    const world = await createEngineWorld(
      () => ({ kind: 'answered', value: null }),
      () => [begin, { ...end, mark: 1, outcomes: [refused] }],
      {
        kind: 'answered',
        value: { kind: 'ok', mark: 1, results: [refused], epoch: 'e1', serverTime: begin.serverTime },
      },
    );
    const { replica, clock } = world;
    await holdCharts(replica);
    const ports = { clock, random: seededRandom(4), zone: () => 'UTC' };
    await writeMutation(replica, ports, { name: 'appointment.cancel', args: { appointment_id: 'a1' } });
    const engine = world.make('one');
    engine.start();
    await clock.pass(1000);
    // After the change itself: the word that its refusal lies here, which no cycle waits for.
    const word = world.calledOffBy[1];
    await engine.cycleOnce();
    expect(word?.aborted).toBe(false);
    engine.stop();
    expect(word?.aborted).toBe(true);
  });
});
