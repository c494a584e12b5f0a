/** How many times a to and fro is made, and how long either side waits before it writes. */
export interface Pace {
  readonly exchanges: number;
  readonly pauseMs: number;
}

/** Waits, and answers for how long it did; without a pause it goes on in the same turn. */
export async function paused(pauseMs: number): Promise<number> {
  if (pauseMs === 0) return 0;
  const from = performance.now();
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return performance.now() - from;
}
