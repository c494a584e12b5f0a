import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';
import { median } from '../statistics.ts';
import type { PracticeServer } from '../server/practice-server.ts';

const floor = 1.5;
const changes = 100;
const largeCount = 50_000;

interface PullRounds {
  readonly own: readonly number[];
  readonly first: readonly number[];
}

/** A hundred changes from elsewhere, and a start, at a small and at a large replica: what is held must not matter. */
export async function measurePull(run: BenchRun): Promise<void> {
  const small = await measureAt(run, await run.server('1k'));
  if (run.options.quick) return;
  await measureAt(run, await run.server('10k'));
  const server = await run.server('solo5y');
  await server.growTo(largeCount);
  const large = await measureAt(run, server);
  const shared = { kind: 'ratio', unit: 'ms', floor } as const;
  run.report({ ...shared, name: 'pull of 100, at 50 k beside 1 k', own: large.own, limit: small.own });
  run.report({ ...shared, name: 'first pull after start, 50 k beside 1 k', own: large.first, limit: small.first });
}

async function measureAt(run: BenchRun, server: PracticeServer): Promise<PullRounds> {
  const browser = await BrowserPage.open(server);
  try {
    await browser.signIn(server);
    const count = await browser.page.evaluate(() => bench.hold('bench-held'));
    const pull = () => browser.page.evaluate((input) => bench.pull(input), changes);
    await pull();
    const rounds = await run.rounds(pull);
    const own = rounds.map((round) => round.own);
    const first = rounds.map((round) => round.first);
    const limit = rounds.map((round) => round.limit);
    const shared = { kind: 'ratio', unit: 'ms', limit } as const;
    run.report({
      ...shared,
      name: `pull of 100 changes, ${count} held`,
      own,
      floor,
      note: `Limit: the same lines, one relaxed raw transaction. First pull of a just opened engine: ${median(first).toFixed(1)} ms.`,
    });
    run.report({ ...shared, name: `first pull of 100 after start, ${count} held`, own: first, floor: null });
    const start = () => browser.page.evaluate(() => bench.start());
    await start();
    const starts = await run.rounds(start);
    run.report({
      kind: 'ratio',
      unit: 'ms',
      name: `start after unlock, ${count} held`,
      own: starts.map((round) => round.own),
      limit: starts.map((round) => round.limit),
      floor: null,
      note: 'Keys at hand, to fifty sessions by index, unsealed. Beside it: a database with the same rows and indexes opened, fifty rows read and left sealed.',
    });
    return { own, first };
  } finally {
    await browser.close();
  }
}
