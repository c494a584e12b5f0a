#!/usr/bin/env node
// The one door to every command: makes sure that what it needs is there, says in one sentence what cannot be had, runs
// the stages, prints their seconds and what they counted. Plain JavaScript: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { failuresIn } from './failures.mjs';
import { mostSeconds, secondsPerFile, slowFiles, tellSlow } from './file-seconds.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
process.chdir(root);
const inCache = (name) => path.join(root, '.cache', name);
fs.mkdirSync(inCache(''), { recursive: true });

const stages = [];
let passed = 0;
let failed = 0;
const failures = [];
/** Spec files of the browser suite, by their seconds. */
const specSeconds = [];

function give(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  give(`Orchid needs Node 20.19 or newer (20.x), or 22.12 and above; this is ${process.versions.node}.`);
}

/** Runs a command; output goes through. Returns whether it succeeded. */
function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, npm_config_update_notifier: 'false', ...options.env },
  });
  return result.status === 0;
}

function timed(name, work) {
  const from = performance.now();
  const before = failed;
  const ok = work();
  stages.push({ name, seconds: (performance.now() - from) / 1000, ok });
  // A stage that counted its own failures is not one more.
  if (!ok && failed === before) failed += 1;
  return ok;
}

function ensureDependencies() {
  const marker = path.join(root, 'node_modules', '.package-lock.json');
  const isFresh =
    fs.existsSync(marker) && fs.statSync(marker).mtimeMs >= fs.statSync(path.join(root, 'package-lock.json')).mtimeMs;
  if (isFresh) return true;
  console.log('Installing dependencies …');
  if (run('npm', ['ci', '--no-audit', '--no-fund'])) return true;
  give(
    'The dependencies could not be installed: the package registry was not reached, or better-sqlite3 found neither a prebuilt binary nor a C++ compiler (install python3, make and g++).',
  );
  return false;
}

/** A system Chromium, else one by apt, else Playwright's own. Its path goes to the tests as CHROMIUM. */
function ensureBrowser() {
  const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = () => candidates.find((file) => file && fs.existsSync(file));
  if (found()) return (process.env.CHROMIUM = found());
  if (process.platform === 'linux' && process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', 'chromium'], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (found()) return (process.env.CHROMIUM = found());
  }
  console.log("Installing Playwright's Chromium …");
  if (run('npx', ['playwright', 'install', 'chromium'])) return '';
  give('No Chromium was found and none could be installed: set CHROMIUM to a browser binary and run the tests again.');
  return '';
}

const clientSources = [
  'index.html',
  'vite.config.ts',
  'chunks.config.ts',
  'first-paint.config.ts',
  'icons.config.ts',
  'pack.config.ts',
  'sodium.config.ts',
  'package-lock.json',
  'src',
  'worker',
  'sync',
  'public',
];

function newest(file) {
  if (!fs.existsSync(file)) return 0;
  const stat = fs.statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...fs.readdirSync(file).map((name) => newest(path.join(file, name))));
}

/** What a server starts from in the tests is chosen by the same rule (`server-entry.ts`). */
const serverSources = ['server.config.ts', 'package-lock.json', 'server', 'sync'];

/** The client in `dist`, the server in `dist-server`. */
function ensureBuild() {
  const isFresh = (built, sources) =>
    fs.existsSync(path.join(root, built)) &&
    newest(path.join(root, built)) > Math.max(...sources.map((name) => newest(path.join(root, name))));
  const build = (...args) => run('npx', ['vite', 'build', '--logLevel', 'warn', ...args]);
  return (
    (isFresh('dist/sw.js', clientSources) || build()) &&
    (isFresh('dist-server/main.js', serverSources) || build('--config', 'server.config.ts'))
  );
}

function countReport(file) {
  try {
    const report = JSON.parse(fs.readFileSync(file, 'utf8'));
    passed += report.stats ? report.stats.expected + report.stats.flaky : report.numPassedTests;
    if (report.stats) specSeconds.push(...secondsPerFile(report));
    if (report.stats?.flaky > 0) console.log(`${report.stats.flaky} passed at the second try only`);
    failed += report.stats ? report.stats.unexpected : report.numFailedTests;
    failures.push(...failuresIn(report));
  } catch {
    failed += 1;
  }
}

/** What draws has a context of its own for each file, what needs ports a process; both count with the others. */
const projectsOf = { unit: ['unit', 'screens', 'ports'], deep: ['deep'] };

function vitestArgs(name) {
  const file = inCache(`${name}.json`);
  fs.rmSync(file, { force: true });
  return [
    'run',
    ...projectsOf[name].flatMap((project) => ['--project', project]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
}

function vitest(project) {
  const ok = run('npx', ['vitest', ...vitestArgs(project)]);
  countReport(inCache(`${project}.json`));
  return ok;
}

function playwright(name, args, env = {}) {
  const file = inCache(`${name}.json`);
  fs.rmSync(file, { force: true });
  const ok = run('npx', ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...args], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  countReport(file);
  return ok;
}

/** A spec file that has grown beyond what a run can bear is a failure of its own, whatever its tests say. */
function areShort(name) {
  try {
    const slow = slowFiles(JSON.parse(fs.readFileSync(inCache(`${name}.json`), 'utf8')));
    failed += slow.length;
    failures.push(...slow.map(tellSlow));
    return slow.length === 0;
  } catch {
    // No report: counted as that already.
    return true;
  }
}

/**
 * Runs work with a folder for profiles and databases that lies in memory, where the machine has such room, and takes it away again: a browser
 * that was killed leaves its own behind. Several of them that each wait for one disk wait for each other; what a disk does is soaked and measured
 * elsewhere.
 */
function inMemory(work) {
  const memory = '/dev/shm';
  let folder = null;
  try {
    const { bavail, bsize } = fs.statfsSync(memory);
    if (bavail * bsize > 4e9) folder = fs.mkdtempSync(path.join(memory, 'orchid-e2e-'));
  } catch {
    // There is none, or nobody may write there: they lie where they always do.
  }
  try {
    return work(folder === null ? {} : { TMPDIR: folder });
  } finally {
    if (folder !== null) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Everything: two files at a time (a third makes nothing quicker on two cores), then by themselves those that measure milliseconds. What is named: one by one. */
function e2e(args) {
  if (args.length > 0) return timed('e2e', () => playwright('e2e', args));
  const whole = (stage, name, options, env = {}) =>
    timed(stage, () => {
      const ok = playwright(name, options, { ...env, TWINS: process.env.TWINS ?? 'share' });
      return areShort(name) && ok;
    });
  inMemory((env) => whole('e2e', 'e2e', ['--project', 'beside', '--workers', '2'], env));
  return whole('e2e, alone', 'e2e-alone', ['--project', 'alone']);
}

/** Stages whose verdict no load can change, side by side; each prints when it is over. */
function beside(...parts) {
  return Promise.all(
    parts.map(
      ({ name, args, env, after }) =>
        new Promise((resolve) => {
          const from = performance.now();
          const said = [];
          const child = spawn(process.execPath, args, {
            env: { ...process.env, ...env },
            stdio: ['ignore', 'pipe', 'pipe'],
          });
          child.stdout.on('data', (data) => said.push(data));
          child.stderr.on('data', (data) => said.push(data));
          child.on('close', (code) => {
            process.stdout.write(Buffer.concat(said));
            const before = failed;
            after?.();
            const ok = code === 0;
            if (ok && !after) passed += 1;
            if (!ok && failed === before) failed += 1;
            stages.push({ name, seconds: (performance.now() - from) / 1000, ok });
            resolve();
          });
        }),
    ),
  );
}

const tsx = (...args) => ['--import', 'tsx', ...args];

/** Schedules of the simulated world, and a fault at every step. How many, and in which ways: a share; nightly's soak and deep have the floors. */
async function worlds() {
  const { SIM_SCHEDULES = '200', CRAMPED_SCHEDULES = '40', STEP_FAULTS = 'share' } = process.env;
  await beside(
    { name: 'simulation', args: tsx('tests/simulation/main.ts', '--schedules', SIM_SCHEDULES) },
    { name: 'cramped world', args: tsx('tests/simulation/cramped.ts', '--schedules', CRAMPED_SCHEDULES) },
    {
      name: 'faults',
      args: ['node_modules/vitest/vitest.mjs', ...vitestArgs('deep')],
      env: { STEP_FAULTS },
      after: () => countReport(inCache('deep.json')),
    },
  );
}

/** A share of the soak: kills of a real server and a real browser. */
async function kills() {
  const { SERVER_KILLS = '15', BROWSER_KILLS = '4' } = process.env;
  const soak = (server, browser) =>
    tsx('tests/soak/main.ts', '--schedules', '0', '--server-kills', server, '--browser-kills', browser);
  await beside(
    { name: 'server kills', args: soak(SERVER_KILLS, '0') },
    { name: 'browser kills', args: soak('0', BROWSER_KILLS) },
  );
}

function checks() {
  timed('types', () => run('npx', ['tsc', '--build']));
  timed('lint', () => run('npx', ['oxlint', '--type-aware']));
  timed('format', () => run('npx', ['oxfmt', '--check']));
  timed('unused', () => run('npx', ['knip']));
  timed('rules', () => run(process.execPath, tsx('tests/rules/run-broken.ts', '--check')));
  timed('unit', () => vitest('unit'));
}

/** What takes hours: each to its end whatever the others say. `-- soak,mutants` runs those. */
async function nightly(args) {
  const { MUTANT_SEED = String(Math.floor(Date.now() / 86_400_000)) } = process.env;
  const node = (nodeArgs) => () => {
    const ok = run(process.execPath, nodeArgs);
    if (ok) passed += 1;
    return ok;
  };
  const parts = {
    soak: node(tsx('tests/soak/main.ts')),
    // The same world in code that holds and does next to nothing at once, so that every schedule comes to every edge.
    cramped: node(tsx('tests/simulation/cramped.ts', '--schedules', '1000')),
    // Every call failing in every way, of which a run of everything takes a third.
    deep: () => vitest('deep'),
    races: node(tsx('tests/races/main.ts')),
    broken: node(tsx('tests/rules/run-broken.ts', '--report', 'tests/rules/BROKEN.md')),
    mutants: node(tsx('tests/mutants/main.ts', '--count', '60', '--seed', MUTANT_SEED)),
    bench: node(tsx('tests/bench/main.ts', '--gate')),
    // The same walk on a phone and on a desktop, of which a run of everything takes one by its commit.
    twins: () => playwright('twins', ['--project', 'beside', '--workers', '2'], { TWINS: 'both' }),
    // Every cut and every end of the drill, of which a run of everything takes those that its commit chooses.
    drill: () => playwright('drill', ['drill'], { DRILL: 'all' }),
  };
  const names = args.length > 0 ? args.flatMap((arg) => arg.split(',')) : Object.keys(parts);
  for (const name of names) {
    if (!Object.hasOwn(parts, name)) give(`There is no ${name}: ${Object.keys(parts).join(', ')}.`);
    timed(name, parts[name]);
  }
}

function report() {
  for (const failure of failures) console.log(`\n${failure}`);
  if (specSeconds.length > 0) console.log('\nspec file, seconds');
  for (const { file, seconds } of specSeconds.toSorted((one, other) => other.seconds - one.seconds))
    console.log(`${seconds.toFixed(1).padStart(7)}  ${file}${seconds > mostSeconds ? `  above ${mostSeconds}` : ''}`);
  console.log('\nstage            seconds');
  for (const stage of stages)
    console.log(`${stage.name.padEnd(16)} ${stage.seconds.toFixed(1).padStart(7)}${stage.ok ? '' : '  failed'}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}

function exec(command, args) {
  const child = spawn(command, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // A shell that npm put in between may die of a signal without handing it on: then whoever asked is gone.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500);
  watch.unref();
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

const [command, ...args] = process.argv.slice(2);
checkNode();
ensureDependencies();
switch (command) {
  case 'start':
    if (!ensureBuild()) give('Orchid could not be built; the error stands above.');
    exec(process.execPath, ['dist-server/main.js']);
    break;
  case 'dev':
    exec('npx', ['vite']);
    exec(process.execPath, ['--import', 'tsx', '--watch', 'server/main.ts']);
    break;
  case 'check':
    checks();
    report();
    break;
  case 'e2e':
    ensureBrowser();
    // What was half built would fail every test, each after its longest wait.
    if (timed('build', ensureBuild)) e2e(args);
    report();
    break;
  case 'nightly':
    ensureBrowser();
    timed('build', ensureBuild);
    await nightly(args);
    report();
    break;
  case 'shots':
  case 'bench':
    ensureBrowser();
    timed('build', ensureBuild);
    exec(process.execPath, [
      '--import',
      'tsx',
      `tests/${command === 'shots' ? 'e2e/shots.ts' : 'bench/main.ts'}`,
      ...args,
    ]);
    break;
  case 'test':
    ensureBrowser();
    checks();
    if (timed('build', ensureBuild)) {
      await worlds();
      await kills();
      e2e(args);
    }
    report();
    break;
  default:
    give('Commands: start, dev, check, test, e2e, nightly, shots, bench.');
}
