import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';

const floor = 5;
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
    const limit = rounds.map((round) => round.limit);
    const shared = { kind: 'ratio', unit: 'ms', limit } as const;
    run.report({
      ...shared,
      name: 'flush of 1,000 mutations, settled',
      own: rounds.map((round) => round.own),
      floor,
      note: `Limit: one POST of the same ${rounds[0]?.bytes ?? 0} bytes, one SQLite transaction of 1,000 inserts, synchronous=FULL.`,
    });
    run.report({
      ...shared,
      name: 'flush of 1,000, their effects pulled too',
      own: rounds.map((round) => round.rest),
      floor: null,
    });
  } finally {
    await browser.close();
  }
}
