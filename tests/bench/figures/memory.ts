import { AppPage } from '../app-page.ts';
import type { BenchRun } from '../bench-run.ts';
import { HeapWatch } from '../heap-watch.ts';
import { TaskWatch, type LongestTask } from '../task-watch.ts';

const rounds = 5;
/** Milliseconds. */
const longestTaskFloor = 50;
/** Megabytes. */
const heapFloor = 150;

/** A first sync in the real app: peak of the heaps of page and workers, and the longest task of the page. */
export async function measureMemory(run: BenchRun): Promise<void> {
  const name = run.options.quick ? '1k' : 'solo5y';
  const server = await run.server(name);
  const peaks: number[] = [];
  const tasks: LongestTask[] = [];
  for (let round = 0; round < Math.min(rounds, run.options.rounds); round += 1) {
    const app = new AppPage(server);
    try {
      const page = await app.start();
      await app.openSignIn();
      await page.waitForLoadState('networkidle');
      const watch = await TaskWatch.start(app.context, page);
      const heap = await HeapWatch.start(app.context, page);
      await app.signIn();
      peaks.push((await heap.stop()) / 1e6);
      tasks.push(await watch.stop());
    } finally {
      await app.close();
    }
  }
  // "Never" and "at most" are said of every round: only the worst one counts, not a middle of them.
  const worst = (values: readonly number[]) => ({ kind: 'budget', own: [Math.max(...values)] }) as const;
  const sync = `first sync of ${name}, worst of ${tasks.length}`;
  // What the page itself does is judged; how long it waits for a core beside server, worker and storage is told.
  const processor = worst(tasks.map((task) => task.processorMs));
  run.report({
    ...processor,
    name: `processor time of the longest page task, ${sync}`,
    unit: 'ms',
    floor: longestTaskFloor,
  });
  const wall = worst(tasks.map((task) => task.wallMs));
  run.report({ ...wall, name: `longest page task, ${sync}`, unit: 'ms', floor: null });
  run.report({ ...worst(peaks), name: `peak JS heap, ${sync}`, unit: 'MB', floor: heapFloor });
}
