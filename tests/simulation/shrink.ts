import { problemsOf, runSchedule, type ScheduleOptions } from './world.ts';

/** Most runs that a shrinking may cost. */
const patience = 150;

/**
 * The steps that a failing seed needs, as few as leaving out halves, quarters and so on finds. Each step has a random
 * source of its own, so that the others stay what they were.
 */
export async function shrink(seed: number, options: ScheduleOptions): Promise<readonly string[]> {
  const run = { seed, options, left: patience };
  let kept: readonly number[] = Array.from({ length: options.steps }, (_, index) => index);
  for (const size of halves(kept.length)) kept = await leaveOut(run, kept, size);
  const last = await runSchedule(seed, { ...options, only: new Set(kept) });
  return [...last.history, ...problemsOf(last).map((problem) => `=> ${problem}`)];
}

interface Shrinking {
  readonly seed: number;
  readonly options: ScheduleOptions;
  left: number;
}

/** Half of a number, a quarter, down to one. */
function halves(length: number): readonly number[] {
  const sizes: number[] = [];
  for (let size = Math.ceil(length / 2); size > 1; size = Math.ceil(size / 2)) sizes.push(size);
  return [...sizes, 1];
}

/** Leaves out each block of so many steps without which the seed still fails. */
async function leaveOut(run: Shrinking, steps: readonly number[], size: number): Promise<readonly number[]> {
  let kept = steps;
  let from = 0;
  while (from < kept.length) {
    const without = [...kept.slice(0, from), ...kept.slice(from + size)];
    if (run.left > 0 && (await stillFails(run, without))) kept = without;
    else from += size;
  }
  return kept;
}

async function stillFails(run: Shrinking, only: readonly number[]): Promise<boolean> {
  run.left -= 1;
  const result = await runSchedule(run.seed, { ...run.options, only: new Set(only) });
  return problemsOf(result).length > 0;
}
