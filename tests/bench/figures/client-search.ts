import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';
import type { SearchRound } from '../page/bench-api.ts';
import { slowDown } from '../slow-processor.ts';
import { median, percentile } from '../statistics.ts';

const count = 25_000;
const slowdown = 4;
/** Milliseconds of the slowest key of a round. */
const floors = { full: 50, slow: 150 } as const;

const statistics = {
  p50: median,
  p95: (values: readonly number[]) => percentile(values, 0.95),
  worst: (values: readonly number[]) => Math.max(...values),
} as const;

/** What the list of many clients computes for each key of a search. Nothing is drawn. */
export async function measureClientSearch(run: BenchRun): Promise<void> {
  const browser = await BrowserPage.open(await run.server('1k'));
  const round = async (): Promise<SearchRound> => {
    // The first key of a day meets code that has never run.
    await browser.reload();
    return browser.page.evaluate((clients) => bench.searchClients(clients), count);
  };
  try {
    await round();
    report(run, await run.rounds(round), { suffix: '', floor: floors.full });
    await slowDown(browser.page, slowdown);
    report(run, await run.rounds(round), { suffix: `, CPU ÷ ${slowdown}`, floor: floors.slow });
  } finally {
    await browser.close();
  }
}

function report(
  run: BenchRun,
  rounds: readonly SearchRound[],
  { suffix, floor }: { readonly suffix: string; readonly floor: number },
): void {
  const name = `search of ${count} clients`;
  const note =
    'A name, a phone and an email key by key, each round in a new page. Limit: the same `includes` over the same prepared texts.';
  for (const [statistic, of] of Object.entries(statistics)) {
    run.report({
      kind: 'ratio',
      unit: 'ms',
      name: `${name}, a key, ${statistic}${suffix}`,
      own: rounds.map(({ own }) => of(own)),
      limit: rounds.map(({ limit }) => of(limit)),
      floor: null,
      note,
    });
  }
  const budget = { kind: 'budget', unit: 'ms' } as const;
  // One key of hundreds may wait for a core that somebody else has, the limit's as well: what is slowest in most rounds is judged.
  const slowest = rounds.map(({ own }) => statistics.worst(own));
  run.report({ ...budget, name: `${name}, slowest key${suffix}`, own: slowest, floor, judgedBy: 'bound' });
  const ever = statistics.worst(slowest);
  run.report({ ...budget, name: `${name}, slowest key of all rounds${suffix}`, own: [ever], floor: null });
  const index = rounds.map(({ indexMs }) => indexMs);
  run.report({ ...budget, name: `${name}, index of a changed list${suffix}`, own: index, floor: null });
  const list = rounds.map(({ listMs }) => listMs);
  run.report({ ...budget, name: `${name}, the changed list in order${suffix}`, own: list, floor: null });
}
