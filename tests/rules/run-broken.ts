/**
 * `npm run broken -- --only OB-1,PU-3 --jobs 2 --report FILE`: breaks each rule of `sync/SPEC.md` once, in a copy of the project, and runs
 * the tests that hold it. A change after which no test that names its rule falls is alive: the last line counts them, and the
 * exit code says so. A test that falls in the untouched copy too kills nothing. `--check` runs no test: it says which changes
 * can no longer be made.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BrokenRule } from './broken-rule.ts';
import { brokenRules } from './broken-rules.ts';
import { changeOnce, copyProject } from './copy-project.ts';
import { placeOf } from './place.ts';
import { runTests } from './run-tests.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    report: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const only = values.only.split(',').filter((rule) => rule !== '');
const root = process.cwd();

// Each run of tests is a group of its own, which hears of an interrupt by this alone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

interface Tried {
  readonly broken: BrokenRule;
  /** The test that fell; null: the change is alive. */
  readonly killer: string | null;
  /** Why nothing can be said of it. */
  readonly problem?: string;
}

async function tryRule(copy: string, broken: BrokenRule, fellBefore: ReadonlySet<string>): Promise<Tried> {
  const { rule, tests, anyTest } = broken;
  const undo = changeOnce(copy, broken);
  try {
    const run = await runTests(root, copy, anyTest ? { tests } : { tests, rule });
    if (!run) return { broken, killer: null, problem: 'the run did not end' };
    const killer = run.failed.find((name) => !fellBefore.has(name)) ?? null;
    if (killer !== null) return { broken, killer };
    if (run.unloaded.length > 0) return { broken, killer, problem: `${run.unloaded.join(' ')} cannot be loaded` };
    return run.passed.length > 0 ? { broken, killer } : { broken, killer, problem: 'no test names the rule' };
  } finally {
    undo();
  }
}

function lineOf({ broken, killer, problem }: Tried): string {
  const { rule, what } = broken;
  return killer === null
    ? `ALIVE  ${rule}: ${what}${problem ? ` (${problem})` : ''}`
    : `killed ${rule}: ${what} (${killer})`;
}

function reportOf(tried: readonly Tried[], last: string): string {
  const cell = (text: string): string => text.replaceAll('|', '/').replaceAll(/\s+/g, ' ');
  const rows = tried.map(({ broken, killer }) => {
    const fell = killer === null ? '**alive**' : cell(killer);
    const note = broken.reason === undefined ? '' : ` (${cell(broken.reason)})`;
    return `| ${broken.rule} | ${cell(broken.what)} | \`${broken.file}\` | ${fell}${note} |`;
  });
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  return [
    '# Every rule, broken once',
    '',
    'Each line is one change of shipped code that breaks a rule of `sync/SPEC.md`, made in a copy of the project, and the test that',
    'fell. Only a test that carries the rule’s id counts, and only if it stands without the change; where another may, the reason',
    'is beside it. The changes are in `tests/rules/broken-in-*.ts`.',
    '',
    `Made by \`npm run broken -- --report tests/rules/BROKEN.md\` over commit ${commit} and what was changed since.`,
    '',
    '| rule | broken how | file | fell |',
    '|---|---|---|---|',
    ...rows,
    '',
    last,
    '',
  ].join('\n');
}

/** Whether each change can be made and its tests are there; what is not so is printed. */
function checkAll(all: readonly BrokenRule[]): boolean {
  const problems = all.flatMap((broken) => {
    const missing = broken.tests.filter((test) => !fs.existsSync(path.join(root, test)));
    const said = missing.map((test) => `${broken.rule}: ${broken.what}: no ${test}`);
    try {
      placeOf(root, broken);
      return said;
    } catch (error) {
      return [...said, `${broken.rule}: ${broken.what}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
  for (const problem of problems) console.log(problem);
  console.log(`${all.length} changes, ${problems.length} cannot be made`);
  return problems.length === 0;
}

/** Names of tests that fall without any change. */
async function fallingIn(copy: string, all: readonly string[]): Promise<ReadonlySet<string>> {
  const isDeep = (test: string): boolean => test.endsWith('.deep.ts');
  const fell = new Set<string>();
  for (const tests of [all.filter((test) => !isDeep(test)), all.filter(isDeep)]) {
    if (tests.length === 0) continue;
    const run = await runTests(root, copy, { tests });
    if (!run) throw new Error('the tests do not come to their end without any change');
    for (const name of run.failed) fell.add(name);
  }
  return fell;
}

const wanted = brokenRules.filter(({ rule }) => only.length === 0 || only.includes(rule));
if (values.check) process.exit(checkAll(wanted) ? 0 : 1);
const copies = Array.from({ length: Math.max(1, Number(values.jobs)) }, () => copyProject(root));
const tried: Tried[] = [];
try {
  const fellBefore = await fallingIn(copies[0] ?? '', [...new Set(wanted.flatMap((broken) => broken.tests))]);
  for (const name of fellBefore) console.log(`falls without any change: ${name}`);
  const queue = [...wanted.entries()];
  const work = async (copy: string): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [place, broken] = next;
      const one = await tryRule(copy, broken, fellBefore);
      tried[place] = one;
      console.log(lineOf(one));
    }
  };
  // Each to its end, also beside one that fails: a copy that is still written to cannot be taken away.
  const ends = await Promise.allSettled(copies.map(work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
} finally {
  for (const copy of copies) fs.rmSync(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
const alive = tried.filter(({ killer }) => killer === null).length;
const last = `broken ${tried.length} killed ${tried.length - alive} alive ${alive}`;
if (values.report) fs.writeFileSync(values.report, reportOf(tried, last));
console.log(last);
process.exit(alive > 0 ? 1 : 0);
