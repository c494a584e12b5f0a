import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';
import type { ScreenRound, ScreenSituation } from '../page/bench-api.ts';
import { median, percentile } from '../statistics.ts';

/** As a person writes: a pause after each, in which the one before is delivered where there is a network. */
const paced = { writes: 20, pauseMs: 300, isPaced: true } as const;
/** As no person does: each begins the moment the one before is shown; online it waits for the delivery of that. */
const hasty = { writes: 100, pauseMs: 0, isPaced: false } as const;

const cases: readonly (ScreenSituation & { readonly name: string; readonly isPaced: boolean })[] = [
  ...[0, 100, 1000, 5000].map((pending) => ({
    ...paced,
    pending,
    isOnline: false,
    name: `${pending} pending, offline`,
  })),
  { ...hasty, pending: 0, isOnline: false, name: '0 pending, offline, without pause' },
  { ...paced, pending: 0, isOnline: true, name: '0 pending, online' },
  { ...hasty, pending: 0, isOnline: true, name: '0 pending, online, without pause' },
];

const floors = { durable: 2, shown: 2.5 } as const;

/** One edit of a note before a calendar of 200 sessions and their notes: durable, and shown by the range itself. */
export async function measureScreenWrite(run: BenchRun): Promise<void> {
  const server = await run.server('10k');
  const browser = await BrowserPage.open(server);
  try {
    await browser.signIn(server);
    await browser.page.evaluate(() => bench.hold('bench-screen'));
    for (const { name, isPaced, ...situation } of cases) {
      // What offline rounds wrote was taken out again, and its places in the outbox with it: an engine begins on a replica of its own.
      // It has taken longer than a session token holds, and this page renews none.
      if (situation.isOnline) {
        await browser.signIn(server);
        await browser.page.evaluate(() => bench.hold('bench-screen-online'));
      }
      const round = (): Promise<ScreenRound> => browser.page.evaluate((input) => bench.writeOnScreen(input), situation);
      await round();
      const rounds = await run.rounds(round);
      const note =
        'Beside it 200 sessions and 200 notes are watched. Limit: one raw strict transaction with the same two rows, where as much waits already, at the same pace.';
      for (const what of ['durable', 'shown'] as const) {
        const shared = { kind: 'ratio', unit: 'ms', note } as const;
        run.report({
          ...shared,
          floor: isPaced ? floors[what] : null,
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
