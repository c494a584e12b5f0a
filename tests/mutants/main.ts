/**
 * `npm run mutants -- --count N --seed S --jobs J --in FOLDER,FOLDER --kinds KIND,KIND`: small random changes of shipped code, one at a time,
 * each in a copy of the project; what does not compile is none and another is drawn. A change after which every test of its neighbourhood
 * still passes has survived: it is listed with its line. Each kind is counted, and the last line counts all.
 *
 * What is drawn on screen (`.tsx`) is judged by the browser suites and not here.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../sync/testing/builders.ts';
import { copyProject } from '../rules/copy-project.ts';
import { runTests } from '../rules/run-tests.ts';
import { mutantKinds, mutantsIn, type Mutant } from './find-mutants.ts';
import { ImportGraph, worldTest } from './neighbourhood.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    kinds: { type: 'string', default: mutantKinds.join(',') },
    in: { type: 'string', default: 'sync,server,worker,src/lib,src/model,src/forms' },
  },
});
const root = process.cwd();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root }).toString('utf8').split('\0');
const sources = tracked.filter((name) => /\.tsx?$/.test(name) && fs.existsSync(path.join(root, name)));
const graph = new ImportGraph(root, sources);
const folders = values.in.split(',');
/** Code that ships: no tests, none of what only tests or the demo use. */
const shipped = sources.filter(
  (name) =>
    folders.some((folder) => name.startsWith(`${folder}/`)) &&
    name.endsWith('.ts') &&
    !/\.(test|deep|d)\.ts$|\/contract\.ts$|\/testing\/|^server\/dev\//.test(name),
);
const asked = values.kinds.split(',');
const kinds = mutantKinds.filter((kind) => asked.includes(kind));
if (kinds.length < new Set(asked).size) throw new Error(`there are these kinds: ${mutantKinds.join(', ')}`);
const all = shipped
  .flatMap((file) => mutantsIn(file, fs.readFileSync(path.join(root, file), 'utf8')))
  .filter(({ kind }) => kinds.includes(kind));
const random = seededRandom(Number(values.seed));
const wanted = Number(values.count);

interface Judged {
  readonly mutant: Mutant;
  /** What fell; null: it has survived. */
  readonly killer: string | null;
}

/** The next one that nobody has drawn yet. */
const drawn = new Set<Mutant>();
function draw(): Mutant {
  if (drawn.size >= all.length) throw new Error(`there are ${all.length} changes in all`);
  for (;;) {
    const mutant = all[random.below(all.length)];
    if (!mutant || drawn.has(mutant)) continue;
    drawn.add(mutant);
    return mutant;
  }
}

function compiles(copy: string): boolean {
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  return spawnSync(tsc, ['--build'], { cwd: copy, stdio: 'ignore' }).status === 0;
}

/** Null where it does not compile. */
async function judge(copy: string, mutant: Mutant): Promise<Judged | null> {
  const file = path.join(copy, mutant.file);
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, `${text.slice(0, mutant.start)}${mutant.to}${text.slice(mutant.end)}`);
  try {
    if (!compiles(copy)) return null;
    const tests = graph.testsOf(mutant.file);
    if (tests.length === 0) return { mutant, killer: null };
    // The whole world takes longest: only where nothing nearer has fallen.
    const isWorld = (test: string): boolean => test === worldTest;
    for (const some of [tests.filter((test) => !isWorld(test)), tests.filter(isWorld)]) {
      if (some.length === 0) continue;
      const run = await runTests(root, copy, { tests: some, isFirstEnough: true });
      if (!run) return { mutant, killer: 'the run did not end' };
      const killer = run.failed[0] ?? run.unloaded[0];
      if (killer !== undefined) return { mutant, killer };
    }
    return { mutant, killer: null };
  } finally {
    fs.writeFileSync(file, text);
  }
}

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 80);
const nameOf = ({ file, line, kind, from, to }: Mutant): string =>
  `${file}:${line} ${kind}: ${short(from)} → ${short(to)}`;

console.log(`${all.length} changes in ${shipped.length} files; seed ${values.seed}; ${kinds.join(', ')}`);
const copies = Array.from({ length: Math.max(1, Number(values.jobs)) }, () => copyProject(root));
const judged: Judged[] = [];
let begun = 0;
let uncompilable = 0;
try {
  const work = async (copy: string): Promise<void> => {
    while (begun < wanted) {
      begun += 1;
      const one = await judge(copy, draw());
      if (one) {
        judged.push(one);
        console.log(
          `${one.killer === null ? 'SURVIVED' : 'killed  '} ${nameOf(one.mutant)}${one.killer ? ` (${one.killer.slice(0, 90)})` : ''}`,
        );
      } else {
        begun -= 1;
        uncompilable += 1;
      }
    }
  };
  const ends = await Promise.allSettled(copies.map(work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
} finally {
  for (const copy of copies) fs.rmSync(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
const survived = judged.filter(({ killer }) => killer === null);
for (const { mutant } of survived) console.log(`survived ${nameOf(mutant)}`);
/** `60 killed 52 survived 8 (87 %)` */
function tally(some: readonly Judged[]): string {
  const killed = some.filter(({ killer }) => killer !== null).length;
  return `${some.length} killed ${killed} survived ${some.length - killed} (${Math.round((100 * killed) / Math.max(1, some.length))} %)`;
}
for (const kind of kinds) console.log(`${kind}: ${tally(judged.filter(({ mutant }) => mutant.kind === kind))}`);
console.log(`mutants ${tally(judged)}, did not compile ${uncompilable}`);
process.exit(0);
