import { describe, expect, it } from 'vitest';
import { plantedBugs } from './planted/planted-bugs.ts';
import { problemsOf, runSchedule } from './world.ts';

/** As many live in each of these schedules: among more of them the same steps are spread thinner. */
const devices = 6;

/** Schedules within which a planted bug must show, and one that loses or shows what nobody could miss. */
const withinSchedules = { any: 80, gross: 50 };
const gross = new Set(['the last writer wins', 'clients read all notes', 'cancelling empties a note', 'anybody signs']);

describe('the simulated world', () => {
  it('is asked for each of the gross ones', () => {
    expect([...gross].filter((name) => !(name in plantedBugs))).toEqual([]);
  });

  it.each(Object.keys(plantedBugs))(
    'finds the planted bug: %s',
    async (name) => {
      const plant = plantedBugs[name];
      if (!plant) throw new Error('no such bug');
      const within = gross.has(name) ? withinSchedules.gross : withinSchedules.any;
      for (let seed = 1; seed <= within; seed += 1) {
        const result = await runSchedule(seed, { steps: 60, plant, devices });
        if (problemsOf(result).length > 0) return;
      }
      expect.fail(`not found in ${within} schedules`);
    },
    // So many schedules take longer beside other suites.
    240_000,
  );
});
