import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';
import type { PracticeName } from '../server/practice-shapes.ts';

/** A thousand records are mostly the way to the server and back. */
const floors = { '1k': 1.5, '10k': 1.25, solo5y: 1.25 } as const;

/** From an empty replica to everything durable and asked by index, in a worker as shipped. */
export async function measureFirstSync(run: BenchRun): Promise<void> {
  const names: readonly (keyof typeof floors & PracticeName)[] = run.options.quick ? ['1k'] : ['1k', '10k', 'solo5y'];
  for (const name of names) {
    const server = await run.server(name);
    const browser = await BrowserPage.open(server);
    try {
      await browser.signIn(server);
      const count = await browser.page.evaluate(() => bench.hold('bench-held'));
      const pairs = await run.rounds(() => browser.page.evaluate(() => bench.firstSync()));
      run.report({
        kind: 'ratio',
        name: `first sync, ${name} (${count} records)`,
        unit: 'ms',
        own: pairs.map((pair) => pair.own),
        limit: pairs.map((pair) => pair.limit),
        floor: floors[name],
        note: 'Engine in a worker. Limit: one streamed answer of the same lines, raw relaxed puts of rows with the same entries and bytes, 1,000 a transaction, reading on while committing.',
      });
    } finally {
      await browser.close();
    }
  }
}
