/**
 * `node --import tsx tests/races/main.ts --races 200 --callers 50 --seed S`: many want one clinician's time at once, and answers get lost.
 * The last line says what was found; exit 1 where a race has not exactly one winner, or somebody was not told. See README.md here.
 */
import { parseOptions } from './options.ts';
import { runRaces } from './run-races.ts';

const options = parseOptions(process.argv.slice(2));
const found = await runRaces({ ...options, tell: (line) => console.log(`  ${line}`) });
for (const problem of found.problems.slice(0, 50)) console.log(problem);
for (const [name, count] of Object.entries(found.told)) console.log(`${name}: ${count}`);
const { races, callers, retried, lostAnswers, winners, doubled, untold, problems } = found;
console.log(
  `races ${races} callers ${callers} retried ${retried} lost_answers ${lostAnswers} winners ${winners} doubled ${doubled} untold ${untold}`,
);
process.exit(problems.length === 0 && winners === races ? 0 : 1);
