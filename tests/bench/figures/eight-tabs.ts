import { FaultWorld } from '../../e2e/support/fault-world.ts';
import { TabHerd } from '../../e2e/support/tab-herd.ts';
import { median } from '../statistics.ts';
import type { BenchRun } from '../bench-run.ts';

const tabCount = 8;
const mostMs = 100;

/** [ST-18] From a write in one of eight tabs to the slowest of the seven others that show it: the app as it is shipped. */
export async function measureEightTabs(run: BenchRun): Promise<void> {
  const world = await FaultWorld.create();
  try {
    await world.openNote();
    const herd = new TabHerd(world.context, world.page.url());
    await world.page.close();
    while (herd.tabs.length < tabCount) await herd.open();
    const slowest = async (round: number): Promise<number> => {
      const worst: number[] = [];
      for (const [index, tab] of herd.tabs.entries()) {
        const text = `Shown everywhere, round ${round}, ${index}`;
        worst.push(Math.max(...(await herd.shownAfter(tab, text, await herd.write(tab, text)))));
        // A tab holds back for a second what differs from its own last save: the next writer is somebody else, later.
        await world.expectOnServer(text);
      }
      return median(worst);
    };
    // The first round loads what later ones have.
    await slowest(0);
    const rounds = await run.rounds((index) => slowest(index + 1));
    run.report({
      kind: 'budget',
      unit: 'ms',
      name: 'eight tabs: written in one, shown in the slowest other',
      own: rounds,
      floor: mostMs,
      note: 'Median of eight writes a round, one by each tab, by the clock of the pages.',
    });
  } finally {
    await world.dispose();
  }
}
