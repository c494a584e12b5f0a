/**
 * `npm run broken -- --only OB-1,PU-3 --report FILE`: breaks each rule of `sync/SPEC.md` once, in a copy of the project, and runs
 * the tests that hold it. A change that no test notices is alive: the last line counts them, and the exit code says so.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import type { BrokenRule } from './broken-rule.ts';
import { brokenRules } from './broken-rules.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, report: { type: 'string' } } });
const only = values.only.split(',').filter((rule) => rule !== '');
const root = process.cwd();
const patienceMs = 180_000;

const report = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
});

/** The committed and changed files of the project in a place of their own, with the installed packages. */
function copyProject(): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-broken-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const name of listed.toString('utf8').split('\0')) {
    if (name === '' || name.startsWith('shots/') || !fs.existsSync(path.join(root, name))) continue;
    fs.mkdirSync(path.dirname(path.join(copy, name)), { recursive: true });
    fs.copyFileSync(path.join(root, name), path.join(copy, name));
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Which test fell, or null where all of them stood. */
function killerOf(copy: string, broken: BrokenRule): string | null {
  const output = path.join(copy, 'broken-report.json');
  fs.rmSync(output, { force: true });
  const project = broken.tests.every((test) => test.endsWith('.deep.ts')) ? 'deep' : 'unit';
  spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...['--project', project, '--bail', '1', '--reporter', 'json', '--outputFile', output],
      ...broken.tests,
    ],
    { cwd: copy, timeout: patienceMs, stdio: 'ignore' },
  );
  // A change that keeps a test file from coming to its end is noticed too.
  if (!fs.existsSync(output)) return 'the run itself';
  const { testResults } = v.parse(report, JSON.parse(fs.readFileSync(output, 'utf8')));
  if (testResults.length === 0) throw new Error(`${broken.rule}: no such tests: ${broken.tests.join(' ')}`);
  for (const file of testResults) {
    const failed = file.assertionResults.find(({ status }) => status === 'failed');
    if (failed) return failed.fullName;
    if (file.status === 'failed') return path.relative(copy, file.name);
  }
  return null;
}

function tryRule(copy: string, broken: BrokenRule): string | null {
  const file = path.join(copy, broken.file);
  const text = fs.readFileSync(file, 'utf8');
  if (text.split(broken.from).length !== 2) throw new Error(`${broken.rule}: not exactly once in ${broken.file}`);
  fs.writeFileSync(
    file,
    text.replace(broken.from, () => broken.to),
  );
  try {
    return killerOf(copy, broken);
  } finally {
    fs.writeFileSync(file, text);
  }
}

const copy = copyProject();
const lines: string[] = [];
let alive = 0;
try {
  for (const broken of brokenRules) {
    if (only.length > 0 && !only.includes(broken.rule)) continue;
    const killer = tryRule(copy, broken);
    if (killer === null) alive += 1;
    lines.push(`| ${broken.rule} | ${broken.what} | ${killer === null ? '**alive**' : killer.replaceAll('|', '/')} |`);
    console.log(
      `${killer === null ? 'ALIVE ' : 'killed'} ${broken.rule}: ${broken.what}${killer === null ? '' : ` (${killer})`}`,
    );
  }
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}
if (values.report)
  fs.writeFileSync(values.report, `| rule | broken how | fell |\n|---|---|---|\n${lines.join('\n')}\n`);
console.log(`broken ${lines.length} killed ${lines.length - alive} alive ${alive}`);
process.exit(alive > 0 ? 1 : 0);
