import type { BenchRun } from '../bench-run.ts';
import { CalendarPage } from '../calendar-page.ts';
import { slowDown } from '../slow-processor.ts';
import { median, percentile } from '../statistics.ts';

const slowdown = 4;
/** Milliseconds of 95 keys in a hundred. */
const floors = { full: 100, slow: 400 } as const;
/** Keys of a round. */
const mostTurns = 20;
/** Weeks of the practice that lie on both sides of today, all as full as the others. */
const weeksBack = 200;
const weeksAhead = 60;

const statistics = { p50: median, p95: (values: readonly number[]) => percentile(values, 0.95) } as const;

interface WeekRound {
  readonly own: readonly number[];
  readonly limit: readonly number[];
}

/** The real app with ten thousand sessions on the device: from the key that turns to the next week to its painted rows. */
export async function measureCalendarWeek(run: BenchRun): Promise<void> {
  const { quick, rounds } = run.options;
  const back = quick ? 6 : weeksBack;
  const turns = Math.min(mostTurns, Math.floor((quick ? 8 : weeksBack + weeksAhead) / rounds));
  const calendar = await CalendarPage.open(await run.server(quick ? '1k' : 'calendar'));
  const { page } = calendar;
  const round = async (): Promise<WeekRound> => {
    const own: number[] = [];
    const limit: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const turned = page.evaluate(() => weekProbe.turned());
      await page.keyboard.press('ArrowRight');
      own.push(await turned);
      const copied = page.evaluate(() => weekProbe.copied());
      await page.keyboard.press('F8');
      limit.push(await copied);
    }
    return { own, limit };
  };
  try {
    // Weeks that nobody has looked at, each once: the second walk is of a page that was opened anew.
    await calendar.openWeek(-back);
    report(run, await run.rounds(round), { suffix: '', floor: floors.full, count: calendar.sessions });
    await calendar.openWeek(-back);
    await slowDown(page, slowdown);
    const suffix = `, CPU ÷ ${slowdown}`;
    report(run, await run.rounds(round), { suffix, floor: floors.slow, count: calendar.sessions });
  } finally {
    await calendar.close();
  }
}

function report(
  run: BenchRun,
  rounds: readonly WeekRound[],
  { suffix, floor, count }: { readonly suffix: string; readonly floor: number; readonly count: number },
): void {
  const name = `next week by key, ${count} sessions held`;
  for (const [statistic, of] of Object.entries(statistics)) {
    const own = rounds.map((one) => of(one.own));
    run.report({
      kind: 'ratio',
      unit: 'ms',
      name: `${name}, ${statistic}${suffix}`,
      own,
      limit: rounds.map((one) => of(one.limit)),
      floor: null,
      note: 'From the key to the frame with all rows of a week of 30. Limit: a copy of the same rows put in their place by one key.',
    });
    if (statistic === 'p95')
      run.report({ kind: 'budget', unit: 'ms', name: `${name}, bound of p95${suffix}`, own, floor });
  }
}
