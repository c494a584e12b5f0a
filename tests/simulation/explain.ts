/** `node --import tsx tests/simulation/explain.ts SEED STEPS`: a failing seed shrunk, and what the server applied in it. */
import { shrink } from './shrink.ts';
import { problemsOf, runSchedule } from './world.ts';

const seed = Number(process.argv[2]);
const steps = Number(process.argv[3] ?? 60);
const told = await shrink(seed, { steps });
console.log(told.join('\n'));
const only = new Set(told.filter((line) => !line.startsWith('=>')).map((line) => Number(line.split(' ')[0])));
const result = await runSchedule(seed, { steps, only, explain: (line) => console.log(`   ${line}`) });
console.log(problemsOf(result).join('\n'));
