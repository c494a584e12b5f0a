import type { Clock } from '../../sync/ports.ts';

const firstWaitMs = 30_000;
/** Nobody is kept out for longer, whatever others try. */
export const longestWaitMs = 15 * 60 * 1000;
/** Failures are forgotten after a day without one. */
const forgottenAfterMs = 24 * 60 * 60 * 1000;
const mostAccounts = 100_000;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
  readonly untilMs: number;
}

/** Waits per account that double with every failure beyond the free ones: 30 s, 1, 2, 4, 8, then 15 minutes. */
export interface GrowingWaits {
  /** 0: none. */
  secondsFor(account: string): number;
  addFailure(account: string): void;
  clear(account: string): void;
}

/** In memory; who was not tried for longest makes room. Names that nobody has are counted like any other. */
export function createGrowingWaits(limits: { readonly freeFailures: number }, clock: Pick<Clock, 'now'>): GrowingWaits {
  const failures = new Map<string, Failures>();
  return {
    secondsFor: (account) => {
      // A clock that was set back makes no wait longer.
      const leftMs = Math.min(longestWaitMs, (failures.get(account)?.untilMs ?? 0) - clock.now());
      return leftMs > 0 ? Math.ceil(leftMs / 1000) : 0;
    },
    addFailure: (account) => {
      const nowMs = clock.now();
      const found = failures.get(account);
      const before = found && nowMs - found.lastMs < forgottenAfterMs ? found.count : 0;
      const count = before + 1;
      const beyond = count - limits.freeFailures;
      const waitMs = beyond < 0 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(beyond, 10));
      failures.delete(account);
      failures.set(account, { count, lastMs: nowMs, untilMs: nowMs + waitMs });
      const [oldest] = failures.size > mostAccounts ? failures.keys() : [];
      if (oldest !== undefined) failures.delete(oldest);
    },
    clear: (account) => {
      failures.delete(account);
    },
  };
}
