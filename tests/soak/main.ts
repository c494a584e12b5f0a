/**
 * `npm run soak`: schedules of the simulated world, a real server killed under writers, a real browser killed while it
 * writes. The last line says what all of it found; exit 1 where anything is wrong. See README.md here.
 */
import path from 'node:path';
import { buildSoakPage, runBrowserKills } from './browser-kills.ts';
import { KeptRun } from './kept-run.ts';
import { isClean, nothingFound, pieces, verdictLine, type Leg, type LegResult } from './leg.ts';
import { listenForStop } from './leftovers.ts';
import { parseOptions, runName } from './options.ts';
import { runSchedules } from './schedules.ts';
import { runServerKills } from './server-kills.ts';

const schedulesPerLeg = 50;
const serverKillsPerLeg = 25;
const browserKillsPerLeg = 10;

const options = parseOptions(process.argv.slice(2));
listenForStop();
const run = KeptRun.open(runName(options), options.resume);
const tell = (line: string): void => console.log(`  ${line}`);
let page: Promise<void> | null = null;

const { from, steps } = options;
const legs: readonly Leg[] = [
  ...pieces(from, options.schedules, schedulesPerLeg).map(([seed, count]) => ({
    key: `schedules ${seed}-${seed + count - 1}`,
    run: () => runSchedules(seed, count, steps),
  })),
  ...pieces(from, options.serverKills, serverKillsPerLeg).map(([seed, kills]) => ({
    key: `server kills ${seed}-${seed + kills - 1}`,
    run: () => runServerKills({ seed, kills, tell, keepIn: path.join(run.folder, `server-${seed}`) }),
  })),
  ...pieces(from, options.browserKills, browserKillsPerLeg).map(([seed, kills]) => ({
    key: `browser kills ${seed}-${seed + kills - 1}`,
    run: async () => {
      page ??= buildSoakPage();
      await page;
      return runBrowserKills({ seed, kills, tell, keepIn: path.join(run.folder, `browser-${seed}`) });
    },
  })),
];

for (const leg of legs) {
  if (run.has(leg.key)) {
    console.log(`${leg.key}: kept`);
    continue;
  }
  const began = performance.now();
  const result = await leg.run().catch(failed);
  const seconds = (performance.now() - began) / 1000;
  run.keep(leg.key, result, seconds);
  console.log(`${leg.key}: ${verdictLine(result)} in ${seconds.toFixed(1)} s`);
  for (const problem of result.problems) console.log(`  ${problem}`);
}
const { total } = run;
for (const [name, count] of Object.entries(total.figures)) console.log(`${name}: ${count}`);
console.log(`result: ${path.relative('.', run.writeResult())}`);
console.log(verdictLine(total));
process.exit(isClean(total) ? 0 : 1);

/** A piece that could not be run to its end is a check that failed, and the others are still run. */
function failed(error: unknown): LegResult {
  return { ...nothingFound, problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
}
