/** How often a look at the clock says that a piece of work has had its time. */
const odds = 0.03;
/** Longer than any piece of work may take. */
const leapMs = 20;

/**
 * The processor's clock of a schedule: it stands still, and leaps now and then, so that transactions and pages are cut at places
 * that the seed says and not the machine. Answers the way back to the real one.
 */
export function holdProcessor(random: { chance(p: number): boolean }): () => void {
  const real = performance.now;
  let nowMs = 0;
  performance.now = () => {
    if (random.chance(odds)) nowMs += leapMs;
    return nowMs;
  };
  return () => {
    performance.now = real;
  };
}
