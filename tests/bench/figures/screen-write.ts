import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';
import type { ScreenRound, ScreenSituation } from '../page/bench-api.ts';
import { median, percentile } from '../statistics.ts';

const offline = { isOnline: false, writes: 100, pauseMs: 0 } as const;

/** Without a network; with one, where each waits for the delivery of the one before or comes after it, as a person's do. */
const cases: readonly (ScreenSituation & { readonly name: string })[] = [
  ...[0, 100, 1000, 5000].map((pending) => ({ ...offline, pending, name: `${pending} pending, offline` })),
  { pending: 0, isOnline: true, writes: 100, pauseMs: 0, name: '0 pending, online, without pause' },
  { pending: 0, isOnline: true, writes: 20, pauseMs: 300, name: '0 pending, online' },
];

const floors = { durable: 2, shown: 2.5 } as const;

/** One edit of a note before a calendar of 200 sessions and their notes: durable, and shown by the range itself. */
export async function measureScreenWrite(run: BenchRun): Promise<void> {
  const server = await run.server('10k');
  const browser = await BrowserPage.open(server);
  try {
    await browser.signIn(server);
    await browser.page.evaluate(() => bench.hold('bench-screen'));
    for (const { name, ...situation } of cases) {
      // What offline rounds wrote was taken out again, and its places in the outbox with it: an engine begins on a replica of its own.
      if (situation.isOnline) await browser.page.evaluate(() => bench.hold('bench-screen-online'));
      const round = (): Promise<ScreenRound> => browser.page.evaluate((input) => bench.writeOnScreen(input), situation);
      await round();
      const rounds = await run.rounds(round);
      const note =
        'Beside it 200 sessions and 200 notes are watched. Limit: one raw strict transaction with the same two rows.';
      for (const what of ['durable', 'shown'] as const) {
        const shared = { kind: 'ratio', unit: 'ms', note } as const;
        run.report({
          ...shared,
          floor: floors[what],
          name: `write on a full screen, ${what}, ${name}`,
          own: rounds.map((one) => median(one[what])),
          limit: rounds.map((one) => median(one.limit)),
        });
        run.report({
          ...shared,
          floor: null,
          name: `write on a full screen, ${what}, ${name}, p99`,
          own: rounds.map((one) => percentile(one[what], 0.99)),
          limit: rounds.map((one) => percentile(one.limit, 0.99)),
        });
      }
    }
  } finally {
    await browser.close();
  }
}
