import type { BenchRun } from '../bench-run.ts';
import { BrowserPage } from '../browser-page.ts';
import type { Pace } from '../page/pace.ts';
import type { PracticeName } from '../server/practice-shapes.ts';
import { demoPassword } from '../../support/app-driver.ts';

const limitNote =
  'Limit: two strict puts, one POST that inserts a row with synchronous=FULL, a ws frame to the other, one relaxed put there.';

/** As people write: a pause before each, in which the way before it has come to its end on both devices. */
const paced: Pace = { exchanges: 10, pauseMs: 150 };
/** As no person does: each answers the moment it sees the other, while the other device still takes in what it has sent. */
const hasty: Pace = { exchanges: 20, pauseMs: 0 };

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
    let turn = 0;
    const serve = (pace: Pace) => {
      const first = turn;
      turn += pace.exchanges;
      return one.page.evaluate(([id, from, how]) => bench.volleyServe(id, from, how), [session, first, pace] as const);
    };
    for (const [pace, how] of [
      [paced, ''],
      [hasty, ', without pause'],
    ] as const) {
      await serve(pace);
      const pairs = await run.rounds(() => serve(pace));
      const own = pairs.map((pair) => pair.own);
      run.report({
        kind: 'ratio',
        name: `${name}${how}`,
        unit: 'ms',
        own,
        limit: pairs.map((pair) => pair.limit),
        floor: pace === paced ? floor : null,
        note: `Two browsers on profiles of their own; ${pace.exchanges} exchanges a round, halved; ${pace.pauseMs} ms before each write. ${limitNote}`,
      });
      if (isFull || pace !== hasty) continue;
      run.report({
        kind: 'ratio',
        name: 'propagation, beside a bare ws echo',
        unit: 'ms',
        own,
        limit: pairs.map((pair) => pair.echo),
        floor: null,
        note: '500 bytes to and fro over a bare ws relay, nothing kept anywhere.',
      });
    }
  } finally {
    await one.close();
    await other.close();
  }
}
