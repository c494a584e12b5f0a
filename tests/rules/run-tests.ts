import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

/** A run that does not come to its end in this time says nothing: of the tests of one rule, of those of which the first that falls is enough, and of all of them. */
const patienceMs = { rule: 60_000, first: 150_000, all: 300_000 } as const;

const reportSchema = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
});

/** What a run of some test files came to. */
export interface TestRun {
  readonly passed: readonly string[];
  /** Full names, in the order of the files. */
  readonly failed: readonly string[];
  /** Files that could not even be loaded: no test of theirs has said anything. */
  readonly unloaded: readonly string[];
}

/** Names that carry this id, and not one that only begins with it: `ST-1` is not `ST-12`. */
export function namesRule(rule: string): RegExp {
  return new RegExp(`${rule}(?!\\d)`);
}

/**
 * Runs test files of a copy of the project; with `rule`, only the tests that name it; with `isFirstEnough`, up to the first that falls,
 * on one processor. Null where the run did not come to its end. Throws where a file is not there: a list that names it is out of date.
 */
export async function runTests(
  root: string,
  copy: string,
  what: { tests: readonly string[]; rule?: string; isFirstEnough?: boolean },
): Promise<TestRun | null> {
  const output = path.join(copy, 'broken-report.json');
  fs.rmSync(output, { force: true });
  const missing = what.tests.filter((test) => !fs.existsSync(path.join(copy, test)));
  if (missing.length > 0) throw new Error(`no such tests: ${missing.join(' ')}`);
  const isDeep = what.tests.every((test) => test.endsWith('.deep.ts'));
  const filter = what.rule === undefined ? [] : ['--testNamePattern', namesRule(what.rule).source];
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const report = ['--reporter', 'json', '--outputFile', output];
  const until = what.isFirstEnough === true ? ['--bail', '1', '--maxWorkers', '1'] : [];
  const args = [
    'run',
    ...(isDeep ? ['deep'] : ['unit', 'screens', 'ports']).flatMap((project) => ['--project', project]),
    ...filter,
    ...until,
    ...report,
    ...what.tests,
  ];
  const whole = what.isFirstEnough === true ? patienceMs.first : patienceMs.all;
  const timeout = what.rule === undefined ? whole : patienceMs.rule;
  // A group of its own: a test that spins does so in a process that vitest started, and would go on beside the next run.
  const child = spawn(process.execPath, [vitest, ...args], { cwd: copy, stdio: 'ignore', detached: true });
  const end = (): void => void (child.exitCode === null && child.pid && process.kill(-child.pid, 'SIGKILL'));
  const patience = setTimeout(end, timeout);
  process.once('exit', end);
  await once(child, 'close');
  process.off('exit', end);
  clearTimeout(patience);
  if (!fs.existsSync(output)) return null;
  const { testResults } = v.parse(reportSchema, JSON.parse(fs.readFileSync(output, 'utf8')));
  const named = (status: string): string[] =>
    testResults.flatMap((file) =>
      file.assertionResults.filter((test) => test.status === status).map((test) => test.fullName),
    );
  return {
    passed: named('passed'),
    failed: named('failed'),
    unloaded: testResults
      .filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
      .map((file) => path.relative(copy, file.name)),
  };
}
