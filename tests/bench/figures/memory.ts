import { AppPage } from '../app-page.ts';
import { installProbe } from '../app-probe.ts';
import type { BenchRun } from '../bench-run.ts';
import { HeapWatch } from '../heap-watch.ts';

const rounds = 5;
/** Milliseconds; the worst round counts. */
const longestTaskFloor = 50;
/** Megabytes; the worst round counts. */
const heapFloor = 150;

/** A first sync in the real app: peak of the heaps of page and workers, and the longest task of the page. */
export async function measureMemory(run: BenchRun): Promise<void> {
  const name = run.options.quick ? '1k' : 'solo5y';
  const server = await run.server(name);
  const peaks: number[] = [];
  const tasks: number[] = [];
  for (let round = 0; round < Math.min(rounds, run.options.rounds); round += 1) {
    const app = new AppPage(server);
    try {
      const page = await app.start(installProbe);
      await app.openSignIn();
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => probe.tasks.splice(0));
      const heap = await HeapWatch.start(app.context, page);
      await app.signIn();
      peaks.push((await heap.stop()) / 1e6);
      tasks.push(await page.evaluate(() => Math.max(0, ...probe.tasks)));
    } finally {
      await app.close();
    }
  }
  const shared = { kind: 'budget', judgedBy: 'bound' } as const;
  const task = { name: `longest page task, first sync of ${name}`, unit: 'ms', own: tasks } as const;
  run.report({ ...shared, ...task, floor: longestTaskFloor });
  run.report({ ...shared, name: `peak JS heap, first sync of ${name}`, unit: 'MB', own: peaks, floor: heapFloor });
}
