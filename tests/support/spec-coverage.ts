/**
 * `npm run spec [-- FILE] [--package P01]`: per area and per package of the requirements list, how many ids are named by tests
 * that passed in the last `npm run check` / `npm test`; of one package, which ids are not, and which of those wait for another. A line that no test names is not held,
 * whatever the code does.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values: asked, positionals } = parseArgs({ allowPositionals: true, options: { package: { type: 'string' } } });
const [file = '../shared/spec/requirements.tsv'] = positionals;
if (!fs.existsSync(file)) {
  console.error(`The requirements list is not at ${file}; give its path.`);
  process.exit(1);
}

/** Lines whose other half another package delivers: the package that brings it. */
const waitsFor: Readonly<Record<string, string>> = { 'C-273': 'P13', 'S-236': 'P13', 'S-239': 'P13' };

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
const requirements = fs
  .readFileSync(file, 'utf8')
  .split('\n')
  .slice(1)
  .flatMap((line) => {
    const [id, area, , text = '', , unit = ''] = line.split('\t');
    return id && area ? [{ id, area, text, unit, isHeld: named.has(id) }] : [];
  });
type Requirement = (typeof requirements)[number];

function printCounts(groupOf: (one: Requirement) => string, width: number): void {
  for (const group of [...new Set(requirements.map(groupOf))].toSorted()) {
    const own = requirements.filter((one) => groupOf(one) === group);
    const held = own.filter((one) => one.isHeld);
    console.log(`${group.padEnd(width)} ${String(held.length).padStart(4)} of ${String(own.length).padStart(4)}`);
  }
}

if (asked.package === undefined) {
  printCounts(({ area }) => area, 20);
  printCounts(() => 'all', 20);
  printCounts(({ unit }) => unit, 3);
} else {
  const open = requirements.filter(({ unit, isHeld }) => unit === asked.package && !isHeld);
  for (const { id, text } of open) {
    const other = waitsFor[id];
    console.log(`${id}  ${other === undefined ? text : `waits for ${other}: ${text}`}`);
  }
  console.log(`${asked.package} open ${open.filter(({ id }) => waitsFor[id] === undefined).length}`);
}
