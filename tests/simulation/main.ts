/**
 * `npm run sim -- --schedules N --seed S --devices D --steps T`: seeded schedules; the last line says what they found;
 * exit 1 where anything is wrong. A failing seed is shrunk to the steps that it needs. Without `--seed`: fifty that are always the same,
 * the others by the commit.
 */
import { parseArgs } from 'node:util';
import { currentCommit, fixedSeeds, seedsFrom, seedsOfCommit } from './seeds.ts';
import { shrink } from './shrink.ts';
import { problemsOf, runSchedule } from './world.ts';

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '200' },
    seed: { type: 'string' },
    steps: { type: 'string', default: '60' },
    devices: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const schedules = Number(values.schedules);
const seeds =
  values.seed === undefined ? seedsOfCommit(schedules, currentCommit()) : seedsFrom(Number(values.seed), schedules);
const options = {
  steps: Number(values.steps),
  ...(values.devices === undefined ? {} : { devices: Number(values.devices) }),
};
const total = { faults: 0, acked: 0, lost: 0, doubled: 0, diverged: 0 };
const bad: number[] = [];

const [first] = seeds.slice(fixedSeeds);
console.log(
  values.seed === undefined && first !== undefined
    ? `seeds 1 to ${fixedSeeds}, then ${first} to ${seeds.at(-1)}`
    : `seeds ${seeds[0]} to ${seeds.at(-1)}`,
);
for (const seed of seeds) {
  const result = await runSchedule(seed, options);
  total.faults += result.faults;
  total.acked += result.acked;
  total.lost += result.lost.length;
  total.doubled += result.doubled.length;
  total.diverged += result.diverged.length;
  const problems = problemsOf(result);
  if (problems.length > 0) {
    bad.push(seed);
    console.log(`seed ${seed}:\n  ${problems.slice(0, 10).join('\n  ')}`);
    if (bad.length === 1) console.log(`shrunk:\n  ${(await shrink(seed, options)).join('\n  ')}`);
  } else if (values.verbose) console.log(`seed ${seed}: acked ${result.acked} faults ${result.faults}`);
}
if (bad.length > 0) console.log(`failing seeds: ${bad.join(' ')}`);
console.log(
  `schedules ${schedules} faults ${total.faults} acked ${total.acked} lost ${total.lost} doubled ${total.doubled} diverged ${total.diverged}`,
);
process.exit(bad.length > 0 ? 1 : 0);
