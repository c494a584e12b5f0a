import { seededRandom } from '../../sync/testing/builders.ts';
import { reviseClient, standClient } from './chart-steps.ts';
import { answerClient, sayOfOneself } from './client-steps.ts';
import { SmallWorld } from './small-world.ts';
import { oneOf, type StepContext } from './step-context.ts';

/** What happens to one client: her card is edited, she tells something of herself and is answered, she is archived, restored and merged. */
const steps = [reviseClient, reviseClient, reviseClient, answerClient, sayOfOneself, standClient, standClient];
const changes = 18;

/** Two devices of her clinician, one of a colleague, her own: each with a network or without. */
export async function interleave(
  seed: number,
): Promise<{ readonly problems: readonly string[]; readonly saved: number }> {
  const world = await SmallWorld.open();
  await world.addDevice('member-1');
  const random = seededRandom(seed);
  for (let index = 1; index <= changes; index += 1) {
    const { devices, server, time } = world;
    const context: StepContext = {
      random,
      time,
      server,
      devices,
      device: oneOf(random, devices),
      index,
      canUpdate: false,
    };
    if (random.chance(0.4)) context.device.network.online = !context.device.network.online;
    await oneOf(random, steps)(context);
    if (random.chance(0.5)) await time.pass(random.below(3000));
  }
  const saved = world.devices.reduce((sum, device) => sum + device.saved.size, 0);
  return { problems: await world.problems(), saved };
}
