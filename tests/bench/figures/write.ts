import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';

const floor = 2;

/** One edit of a note, durable, and shown by a watcher; one new client, durable. */
export async function measureWrite(run: BenchRun): Promise<void> {
  const server = await run.server('1k');
  const browser = await BrowserPage.open(server);
  try {
    await browser.signIn(server);
    await browser.page.evaluate(() => bench.hold('bench-held'));
    await browser.page.evaluate(() => bench.write());
    const rounds = await run.rounds(() => browser.page.evaluate(() => bench.write()));
    const limit = rounds.map((round) => round.limit);
    const note = 'Batches of 100 note.edit. Limit: one raw strict transaction with the same overlay and outbox row.';
    const shared = { kind: 'ratio', unit: 'ms', limit, floor, note } as const;
    run.report({ ...shared, name: 'one write, durable (strict)', own: rounds.map((round) => round.durable) });
    run.report({ ...shared, name: 'one write, shown by a watcher', own: rounds.map((round) => round.shown) });
    // After what is compared with runs that knew no clients.
    await browser.page.evaluate(() => bench.createClients());
    const made = await run.rounds(() => browser.page.evaluate(() => bench.createClients()));
    run.report({
      kind: 'ratio',
      unit: 'ms',
      name: 'one new client, durable (strict)',
      own: made.map((round) => round.own),
      limit: made.map((round) => round.limit),
      floor,
      note: 'Batches of 100 chart.create. Limit: one raw strict transaction with the same four overlay rows and the outbox row.',
    });
  } finally {
    await browser.close();
  }
}
