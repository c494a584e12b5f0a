import { toInstant } from '../../sync/core/instant.ts';
import type { Clock, Log } from '../../sync/ports.ts';
import { call, type Store } from '../store/port.ts';
import { idempotencyKeptMs } from '../sync/apply-intent.ts';

const hourMs = 60 * 60 * 1000;
/** A device that was away for longer takes its replica anew. */
export const tombstonesKeptMs = 90 * 24 * hourMs;
const everyMs = 6 * hourMs;
const rowsPerStep = 1000;

/** Forgets tombstones and outcomes of `Idempotency-Key` beyond their horizons, four times a day. Returns the way to stop. */
export function startPruning(ports: { readonly store: Store; readonly clock: Clock; readonly log: Log }): () => void {
  const { store, clock, log } = ports;
  let stopped = false;
  let cancel = clock.after(hourMs, round);

  async function prune(): Promise<void> {
    const nowMs = clock.now();
    const before = toInstant(nowMs - tombstonesKeptMs);
    await inSteps(() => store.write(() => call('pruneGone', before, rowsPerStep)));
    await inSteps(() => store.write(() => call('pruneIdempotency', nowMs - idempotencyKeptMs, rowsPerStep)));
    await store.write(() => call('pruneRegistrations', nowMs));
  }

  async function inSteps(step: () => Promise<number>): Promise<void> {
    while ((await step()) === rowsPerStep);
  }

  function round(): void {
    prune()
      // Nothing depends on it being soon: the next round does it.
      .catch(() => log.error('prune-failed'))
      .finally(() => {
        if (!stopped) cancel = clock.after(everyMs, round);
      });
  }

  return () => {
    stopped = true;
    cancel();
  };
}
