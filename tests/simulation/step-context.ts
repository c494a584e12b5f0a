import type { seededRandom } from '../../sync/testing/builders.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimServer } from './sim-server.ts';
import type { VirtualTime } from './virtual-clock.ts';

export type StepRandom = ReturnType<typeof seededRandom>;

/** What a step may touch. Its random source is its own, so that leaving out other steps does not change it. */
export interface StepContext {
  readonly random: StepRandom;
  readonly time: VirtualTime;
  readonly server: SimServer;
  readonly devices: readonly SimDevice[];
  readonly device: SimDevice;
  readonly index: number;
  /** Whether a next release may come; not where a planted bug is a build of its own. */
  readonly canUpdate: boolean;
}

export function oneOf<T>(random: StepRandom, list: readonly T[]): T {
  const found = list[random.below(list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}
