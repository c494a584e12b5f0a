import type { BenchRun } from '../bench-run.ts';
import { CalendarPage } from '../calendar-page.ts';
import { MoveWatch, type MoveWork } from '../move-watch.ts';
import { slowDown } from '../slow-processor.ts';
import { median, percentile } from '../statistics.ts';

const slowdown = 4;
/** Milliseconds of script, style and layout of 95 moves in a hundred. */
const floors = { full: 8, slow: 30 } as const;
const movesPerRound = 60;

interface DragRound {
  readonly own: readonly MoveWork[];
  readonly limit: readonly MoveWork[];
}

/** A session in the hand, over a full week: what each move of the pointer costs the page. */
export async function measureCalendarDrag(run: BenchRun): Promise<void> {
  const calendar = await CalendarPage.open(await run.server(run.options.quick ? '1k' : 'calendar'));
  try {
    await calendar.openWeek(2);
    const round = (): Promise<DragRound> => dragRound(calendar);
    await round();
    report(run, await run.rounds(round), { suffix: '', floor: floors.full });
    await slowDown(calendar.page, slowdown);
    report(run, await run.rounds(round), { suffix: `, CPU ÷ ${slowdown}`, floor: floors.slow });
  } finally {
    await calendar.close();
  }
}

/** Dragged over the week and let go by Escape; then the same way with a bare box. */
async function dragRound({ app, page }: CalendarPage): Promise<DragRound> {
  const session = page.locator('[data-movable]').first();
  const box = await session.boundingBox();
  const week = await page.locator('[data-grid]').boundingBox();
  if (!box || !week) throw new Error('no session is shown that can be moved');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  const way = Array.from({ length: movesPerRound }, (_, index) => {
    const turn = (2 * Math.PI * (index + 1)) / movesPerRound;
    return {
      x: week.x + week.width * (0.5 + 0.4 * Math.sin(turn)),
      y: Math.max(from.y, 200) + 180 * (1 - Math.cos(turn)),
    };
  });
  const follow = async (): Promise<readonly MoveWork[]> => {
    const watch = await MoveWatch.start(app.context, page);
    for (const { x, y } of way) await page.mouse.move(x, y);
    const found = await watch.stop();
    if (found.length < movesPerRound * 0.9) throw new Error(`only ${found.length} moves arrived`);
    return found;
  };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 10);
  const outline = page.locator('[data-grid] [aria-hidden][hidden]');
  if ((await outline.count()) > 0) throw new Error('nothing is in the hand');
  const own = await follow();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.mouse.move(from.x, from.y);
  await page.evaluate(() => weekProbe.followBare(true));
  const limit = await follow();
  await page.evaluate(() => weekProbe.followBare(false));
  return { own, limit };
}

const totals = (work: readonly MoveWork[]): readonly number[] => work.map(({ totalMs }) => totalMs);
const statistics = {
  p50: (work: readonly MoveWork[]) => median(totals(work)),
  p95: (work: readonly MoveWork[]) => percentile(totals(work), 0.95),
} as const;

function report(
  run: BenchRun,
  rounds: readonly DragRound[],
  { suffix, floor }: { readonly suffix: string; readonly floor: number },
): void {
  const name = 'a move with a session in the hand';
  const note = `Script, style and layout until the next move, traced. Limit: a bare box moved the same way. ${meanWork(rounds)}`;
  for (const [statistic, of] of Object.entries(statistics)) {
    const own = rounds.map((one) => of(one.own));
    const limit = rounds.map((one) => of(one.limit));
    run.report({ kind: 'ratio', unit: 'ms', name: `${name}, ${statistic}${suffix}`, own, limit, floor: null, note });
    if (statistic === 'p95')
      run.report({ kind: 'budget', unit: 'ms', name: `${name}, bound of p95${suffix}`, own, floor });
  }
}

/** Where the time goes: the mean of each kind of work, each with what lies within it. */
function meanWork(rounds: readonly DragRound[]): string {
  const all = rounds.flatMap(({ own }) => own);
  const names = [...new Set(all.flatMap(({ byName }) => Object.keys(byName)))];
  return names
    .map((name) => ({ name, ms: all.reduce((sum, { byName }) => sum + (byName[name] ?? 0), 0) / all.length }))
    .toSorted((one, other) => other.ms - one.ms)
    .map(({ name, ms }) => `${name} ${ms.toFixed(2)}`)
    .join(', ');
}
