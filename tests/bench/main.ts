/** `npm run bench`: each figure beside the least that the same bytes can cost, measured turn by turn in one run. */
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { BenchRun } from './bench-run.ts';
import { compareRuns, describeComparison, readStored, toStored } from './comparison.ts';
import { measureCalendarDrag } from './figures/calendar-drag.ts';
import { measureCalendarWeek } from './figures/calendar-week.ts';
import { measureClientSearch } from './figures/client-search.ts';
import { measureEightTabs } from './figures/eight-tabs.ts';
import { measureFirstSync } from './figures/first-sync.ts';
import { measureFlush } from './figures/flush.ts';
import { measureHostile } from './figures/hostile.ts';
import { measureJavaScript } from './figures/javascript.ts';
import { measureMemory } from './figures/memory.ts';
import { measureOfflineStart } from './figures/offline-start.ts';
import { measurePropagation, measureScreenPropagation } from './figures/propagation.ts';
import { measurePull } from './figures/pull.ts';
import { measureManyFirstSyncs } from './figures/many-first-syncs.ts';
import { measureRecordsHeld } from './figures/records-held.ts';
import { measureScreenWrite } from './figures/screen-write.ts';
import { measureSeries } from './figures/series.ts';
import { measureServerPull } from './figures/server-pull.ts';
import { measureServerPush } from './figures/server-push.ts';
import { measureSockets } from './figures/sockets.ts';
import { measureToldByTime } from './figures/told-by-time.ts';
import { measureWrite } from './figures/write.ts';
import { describeMachine } from './machine.ts';
import { parseOptions, storedRunFile } from './options.ts';
import { headLine, toLine, toRow, writeJson, type Row } from './report.ts';

/** In the order in which they run; one that lets a practice grow comes after those that measure it. */
const groups = {
  javascript: measureJavaScript,
  write: measureWrite,
  series: measureSeries,
  'screen-write': measureScreenWrite,
  'client-search': measureClientSearch,
  'calendar-week': measureCalendarWeek,
  'calendar-drag': measureCalendarDrag,
  flush: measureFlush,
  propagation: measurePropagation,
  'screen-propagation': measureScreenPropagation,
  'eight-tabs': measureEightTabs,
  'first-sync': measureFirstSync,
  memory: measureMemory,
  pull: measurePull,
  'offline-start': measureOfflineStart,
  'server-push': measureServerPush,
  'server-pull': measureServerPull,
  'many-first-syncs': measureManyFirstSyncs,
  sockets: measureSockets,
  hostile: measureHostile,
  'told-by-time': measureToldByTime,
  'records-held': measureRecordsHeld,
} as const;

const options = parseOptions(process.argv.slice(2));
const unknown = options.only.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0)
  throw new Error(`no figures called ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);

await build({ configFile: path.resolve('tests/bench/vite.config.ts') });
const machine = describeMachine();
console.log(
  `${machine.commit.slice(0, 12)}${machine.dirty ? ' (changed)' : ''}, ${machine.chromium}, ${machine.cpu} × ${machine.cores}`,
);
console.log(headLine());

const rows: Row[] = [];
const run = new BenchRun(options, path.resolve('.cache/bench/page'), (figure) => {
  const row = toRow(figure);
  rows.push(row);
  console.log(toLine(row));
});
const failed: string[] = [];
try {
  for (const [name, measure] of Object.entries(groups)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue;
    try {
      await measure(run);
    } catch (error) {
      // One group that cannot be measured must not take the others with it; it counts as missed.
      failed.push(name);
      console.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    writeJson(options.json, machine, rows);
  }
} finally {
  await run.close();
}
const missed = rows.filter((row) => !row.holds).map((row) => row.name);
console.log(
  `\n${rows.length} figures, ${missed.length} missed${failed.length > 0 ? `, not measured: ${failed.join(', ')}` : ''}`,
);

const now = toStored(machine, rows);
const stored = readStored(options.compare);
const comparison = stored && compareRuns(stored, now);
if (stored && comparison) console.log(`\n${describeComparison(stored, comparison).join('\n')}`);
else console.log(`\nNothing to compare with: there is no ${options.compare}.`);
if (options.store && failed.length === 0) fs.writeFileSync(storedRunFile, `${JSON.stringify(now, null, 1)}\n`);

const isMissed = options.gate && missed.length + failed.length > 0;
const isWorse = options.gateComparison && comparison?.compared.some((figure) => figure.isWorse) === true;
process.exit(isMissed || isWorse ? 1 : 0);
