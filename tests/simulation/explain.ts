/**
 * `node --import tsx tests/simulation/explain.ts SEED STEPS DEVICES`: a failing seed shrunk, and what the server applied in it.
 * Unsaid, both are what `npm run sim` takes.
 */
import { shrink } from './shrink.ts';
import { problemsOf, runSchedule } from './world.ts';

const seed = Number(process.argv[2]);
const steps = Number(process.argv[3] ?? 60);
const devices = process.argv[4] === undefined ? undefined : Number(process.argv[4]);
const told = await shrink(seed, { steps, devices });
console.log(told.join('\n'));
const only = new Set(told.filter((line) => !line.startsWith('=>')).map((line) => Number(line.split(' ')[0])));
const result = await runSchedule(seed, { steps, devices, only, explain: (line) => console.log(`   ${line}`) });
console.log(problemsOf(result).join('\n'));
