/** The wait before attempt `attempt` (from 1): doubling from 500 ms up to `capMs`, plus up to 20 % so that devices spread. */
export function retryDelayMs(attempt: number, capMs: number, chance: number): number {
  const doubled = Math.min(capMs, 500 * 2 ** Math.min(attempt - 1, 10));
  return Math.round(doubled * (1 + 0.2 * chance));
}

/** [spec] The socket's wait: retry count squared times 500 ms, capped at 60 s. */
export function socketRetryDelayMs(attempt: number): number {
  return Math.min(60_000, attempt * attempt * 500);
}
