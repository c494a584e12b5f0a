import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';
import type { PracticeName } from '../server/practice-shapes.ts';
import { demoPassword } from '../../support/app-driver.ts';

const exchanges = 20;
const limitNote =
  'Limit: two strict puts, one POST that inserts a row with synchronous=FULL, a ws frame to the other, one relaxed put there.';

/** From a write on one device to a watcher on another of the same account: half of a way there and back. */
export async function measurePropagation(run: BenchRun): Promise<void> {
  await measure(run, { practice: '1k', isFull: false, floor: 3, name: 'propagation, device to device' });
}

/** The same between two devices that have a calendar of 200 sessions and their notes on screen, to where it is shown there. */
export async function measureScreenPropagation(run: BenchRun): Promise<void> {
  await measure(run, { practice: '10k', isFull: true, floor: 2.5, name: 'propagation, full screens on both' });
}

interface Situation {
  readonly practice: PracticeName;
  readonly isFull: boolean;
  readonly floor: number;
  readonly name: string;
}

async function measure(run: BenchRun, { practice, isFull, floor, name }: Situation): Promise<void> {
  const server = await run.server(practice);
  const one = await BrowserPage.open(server);
  const other = await BrowserPage.open(server);
  try {
    const input = { email: server.email, password: demoPassword, relay: server.relay };
    const signIn = ({ page }: BrowserPage) =>
      page.evaluate(({ email, password, relay }) => bench.volleySignIn(email, password, relay), input);
    const session = await signIn(one);
    await signIn(other);
    if (isFull) for (const { page } of [one, other]) await page.evaluate(() => bench.volleyFillScreen());
    await other.page.evaluate((id) => bench.volleyAnswer(id), session);
    const serve = (round: number) =>
      one.page.evaluate(([id, from, count]) => bench.volleyServe(id, from, count), [
        session,
        round * exchanges,
        exchanges,
      ] as const);
    await serve(0);
    const pairs = await run.rounds((index) => serve(index + 1));
    const own = pairs.map((pair) => pair.own);
    run.report({
      kind: 'ratio',
      name,
      unit: 'ms',
      own,
      limit: pairs.map((pair) => pair.limit),
      floor,
      note: `Two browsers on profiles of their own; ${exchanges} exchanges a round, halved. ${limitNote}`,
    });
    if (isFull) return;
    run.report({
      kind: 'ratio',
      name: 'propagation, beside a bare ws echo',
      unit: 'ms',
      own,
      limit: pairs.map((pair) => pair.echo),
      floor: null,
      note: '500 bytes to and fro over a bare ws relay, nothing kept anywhere.',
    });
  } finally {
    await one.close();
    await other.close();
  }
}
