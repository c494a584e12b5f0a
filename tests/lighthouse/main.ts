/**
 * `npm run lighthouse [-- --runs 5] [-- /path …]`: Google's Lighthouse on its phone (slow 4G, processor four times slower) over the pages
 * that somebody without an account opens first, medians of several runs. Exit 1 where a mark is missed. Lighthouse is fetched for
 * the run and is no dependency.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { median } from '../bench/statistics.ts';
import { ServerProcess } from '../support/server-process.ts';

/** The newest that runs on the oldest Node that we do. */
const lighthouse = 'lighthouse@12.8.2';
const marks = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;
const lcpMarkMs = 2500;
/** Script that a first visit fetches, in kB as it comes over the line. */
const scriptMarks: Readonly<Record<string, number>> = {
  '/login': 170,
  '/professional-register': 190,
  '/member-register': 190,
};

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const pages = positionals.length > 0 ? positionals : Object.keys(scriptMarks);

const score = v.object({ score: v.nullable(v.number()) });
const report = v.object({
  categories: v.object({ performance: score, accessibility: score, 'best-practices': score }),
  audits: v.object({
    'largest-contentful-paint': v.object({ numericValue: v.number() }),
    'cumulative-layout-shift': v.object({ numericValue: v.number() }),
    'network-requests': v.object({
      details: v.object({
        items: v.array(v.object({ resourceType: v.optional(v.string()), transferSize: v.optional(v.number()) })),
      }),
    }),
  }),
});

const chrome = [process.env['CHROMIUM'], '/usr/bin/chromium'].find((file) => file && fs.existsSync(file));

/** Chromium sometimes gives it no whole trace, of which it says that it should be run again. */
const tries = 3;

async function run(url: string): Promise<v.InferOutput<typeof report>> {
  for (let attempt = 1; attempt < tries; attempt += 1) {
    const found = await runOnce(url).catch(() => null);
    if (found) return found;
  }
  return runOnce(url);
}

async function runOnce(url: string): Promise<v.InferOutput<typeof report>> {
  const flags = '--headless=new --no-sandbox --disable-dev-shm-usage';
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      '--only-categories',
      Object.keys(marks).join(','),
      `--chrome-flags=${flags}`,
    ],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...(chrome ? { CHROME_PATH: chrome } : {}) } },
  );
  return v.parse(report, JSON.parse(stdout));
}

const server = await ServerProcess.createSeeded();
await server.start();
let missed = 0;
try {
  for (const page of pages) {
    const runs: v.InferOutput<typeof report>[] = [];
    for (let index = 0; index < Number(values.runs); index += 1)
      runs.push(await run(`http://localhost:${server.port}${page}`));
    const of = (pick: (one: (typeof runs)[number]) => number): number => median(runs.map(pick));
    const scriptKb = of(({ audits }) => scriptBytes(audits['network-requests'].details.items) / 1000);
    console.log(`${page}, median of ${runs.length}`);
    for (const [name, mark] of Object.entries(marks))
      say(
        name,
        of(({ categories }) => (categories[name as keyof typeof marks].score ?? 0) * 100),
        { atLeast: mark },
      );
    say(
      'largest contentful paint, ms',
      of(({ audits }) => audits['largest-contentful-paint'].numericValue),
      {
        atMost: lcpMarkMs,
      },
    );
    say(
      'layout shift',
      of(({ audits }) => audits['cumulative-layout-shift'].numericValue),
      { atMost: 0.01 },
    );
    const scriptMark = scriptMarks[page];
    say('script, kB', scriptKb, scriptMark === undefined ? {} : { atMost: scriptMark });
  }
} finally {
  await server.dispose();
}
process.exit(missed > 0 ? 1 : 0);

function scriptBytes(
  items: readonly { readonly resourceType?: string | undefined; readonly transferSize?: number | undefined }[],
): number {
  return items.reduce((sum, one) => sum + (one.resourceType === 'Script' ? (one.transferSize ?? 0) : 0), 0);
}

function say(
  name: string,
  found: number,
  { atLeast, atMost }: { readonly atLeast?: number; readonly atMost?: number },
): void {
  const isMissed = (atLeast !== undefined && found < atLeast) || (atMost !== undefined && found > atMost);
  if (isMissed) missed += 1;
  const mark = atLeast === undefined ? (atMost === undefined ? '' : `at most ${atMost}`) : `at least ${atLeast}`;
  console.log(
    `  ${name.padEnd(30)} ${found.toFixed(found < 1 ? 3 : 0).padStart(7)}  ${mark}${isMissed ? '  MISSED' : ''}`,
  );
}
