/** `node --import tsx tests/simulation/find-planted.ts`: after how many schedules each planted bug is found. */
import { plantedBugs } from './planted/planted-bugs.ts';
import { problemsOf, runSchedule } from './world.ts';

const most = Number(process.argv[2] ?? 100);
const steps = Number(process.argv[3] ?? 60);
const only = process.argv[4];
let missed = 0;
for (const [name, plant] of Object.entries(plantedBugs)) {
  if (only !== undefined && !name.includes(only)) continue;
  let found: string | undefined;
  let seed = 0;
  while (found === undefined && seed < most) {
    seed += 1;
    try {
      [found] = problemsOf(await runSchedule(seed, { steps, plant }));
    } catch (error) {
      // A bug that stops the world is found too.
      found = `threw ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  if (found === undefined) missed += 1;
  console.log(
    `${found === undefined ? 'NOT FOUND' : String(seed).padStart(9)}  ${name}${found === undefined ? '' : `: ${found.slice(0, 90)}`}`,
  );
}
process.exit(missed > 0 ? 1 : 0);
