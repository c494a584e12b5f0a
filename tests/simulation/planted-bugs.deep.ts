import { describe, expect, it } from 'vitest';
import { plantedBugs } from './planted/planted-bugs.ts';
import { problemsOf, runSchedule } from './world.ts';

/** As many live in each of these schedules: among more of them the same steps are spread thinner. */
const devices = 6;

/** Schedules within which a planted bug must show. */
const withinSchedules = 80;

describe('the simulated world', () => {
  it.each(Object.keys(plantedBugs))(
    'finds the planted bug: %s',
    async (name) => {
      const plant = plantedBugs[name];
      if (!plant) throw new Error('no such bug');
      for (let seed = 1; seed <= withinSchedules; seed += 1) {
        const result = await runSchedule(seed, { steps: 60, plant, devices });
        if (problemsOf(result).length > 0) return;
      }
      expect.fail(`not found in ${withinSchedules} schedules`);
    },
    60_000,
  );
});
