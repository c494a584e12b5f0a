import { problemsOf, runSchedule } from '../simulation/world.ts';
import { nothingFound, type LegResult } from './leg.ts';

const devices = 5;

/** Seeded schedules of the simulated world, one after the other. A failing seed is named with the way to look at it. */
export async function runSchedules(firstSeed: number, count: number, steps: number): Promise<LegResult> {
  const total = { ...nothingFound, problems: [] as string[] };
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const result = await runSchedule(seed, { steps, devices });
    total.schedules += 1;
    total.faults += result.faults;
    total.acked += result.acked;
    total.lost += result.lost.length;
    total.doubled += result.doubled.length;
    total.diverged += result.diverged.length;
    const problems = problemsOf(result);
    if (problems.length === 0) continue;
    total.problems.push(
      `seed ${seed}: ${problems.slice(0, 5).join('; ')} (node --import tsx tests/simulation/explain.ts ${seed} ${steps})`,
    );
  }
  return total;
}
