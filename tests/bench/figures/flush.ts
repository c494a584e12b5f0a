import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';

const floor = 3.5;
const mutations = 1000;

/** A thousand edits made offline, until the server has settled them all and the device knows. */
export async function measureFlush(run: BenchRun): Promise<void> {
  const server = await run.server('10k');
  const browser = await BrowserPage.open(server);
  try {
    await browser.signIn(server);
    await browser.page.evaluate(() => bench.hold('bench-held'));
    const flush = () => browser.page.evaluate((count) => bench.flush(count), mutations);
    await flush();
    const rounds = await run.rounds(flush);
    const own = rounds.map((round) => round.own);
    const limit = rounds.map((round) => round.limit);
    const bytes = rounds[0]?.bytes ?? 0;
    run.report({
      kind: 'ratio',
      unit: 'ms',
      name: 'flush of 1,000 mutations, settled',
      own,
      limit,
      floor,
      note: `Limit: one POST of the same ${bytes} bytes and one SQLite transaction, synchronous=FULL, that leaves the same rows in a copy of the same database, with its indexes.`,
    });
    run.report({
      kind: 'ratio',
      unit: 'ms',
      name: 'flush of 1,000, beside one bare table',
      own,
      limit: rounds.map((round) => round.least),
      floor: null,
      note: 'The same POST and 1,000 inserts of the sealed bytes into a table without an index.',
    });
    run.report({
      kind: 'ratio',
      unit: 'ms',
      name: 'flush of 1,000, their effects pulled too',
      own: rounds.map((round) => round.rest),
      limit,
      floor: null,
    });
  } finally {
    await browser.close();
  }
}
