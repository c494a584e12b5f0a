/**
 * `npm run spec [-- FILE]`: per area of the requirements list, how many ids are named by tests that passed in the last
 * `npm run check` / `npm test`. A line that no test names is not held, whatever the code does.
 */
import fs from 'node:fs';
import path from 'node:path';

const file = process.argv[2] ?? '../shared/spec/requirements.tsv';
if (!fs.existsSync(file)) {
  console.error(`The requirements list is not at ${file}; give its path.`);
  process.exit(1);
}

interface VitestReport {
  readonly testResults?: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}
interface PlaywrightSuite {
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[];
  readonly suites?: readonly PlaywrightSuite[];
}

const titles: string[] = [];

function readJson(name: string): unknown {
  const full = path.join('.cache', name);
  return fs.existsSync(full) ? (JSON.parse(fs.readFileSync(full, 'utf8')) as unknown) : {};
}

for (const result of (readJson('unit.json') as VitestReport).testResults ?? []) {
  for (const test of result.assertionResults) if (test.status === 'passed') titles.push(test.fullName);
}

function collect(suite: PlaywrightSuite): void {
  for (const spec of suite.specs ?? []) if (spec.ok) titles.push(spec.title);
  for (const inner of suite.suites ?? []) collect(inner);
}
for (const name of ['e2e.json', 'e2e-alone.json']) collect(readJson(name) as PlaywrightSuite);

const named = new Set(titles.flatMap((title) => title.match(/\b[CS]-\d{3,4}\b/g) ?? []));
const areas = new Map<string, { total: number; held: number }>();
for (const line of fs.readFileSync(file, 'utf8').split('\n').slice(1)) {
  const [id, area] = line.split('\t');
  if (!id || !area) continue;
  const count = areas.get(area) ?? { total: 0, held: 0 };
  areas.set(area, { total: count.total + 1, held: count.held + (named.has(id) ? 1 : 0) });
}
let total = 0;
let held = 0;
for (const [area, count] of [...areas].sort(([one], [other]) => (one < other ? -1 : 1))) {
  console.log(`${area.padEnd(20)} ${String(count.held).padStart(4)} of ${String(count.total).padStart(4)}`);
  total += count.total;
  held += count.held;
}
console.log(`${'all'.padEnd(20)} ${String(held).padStart(4)} of ${String(total).padStart(4)}`);
