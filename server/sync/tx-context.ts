import type { Registry } from '../../sync/core/run-mutation.ts';
import type { Instant } from '../../sync/core/record.ts';
import { toInstant } from '../../sync/core/instant.ts';

/** What the steps of one writing transaction share. */
export interface TxContext {
  readonly registry: Registry;
  /** The server's clock when the transaction began. */
  readonly nowMs: number;
  readonly now: Instant;
  /** Principals whose log grew: poked after the commit. */
  readonly touched: Set<string>;
}

export function createTxContext(registry: Registry, nowMs: number): TxContext {
  return { registry, nowMs, now: toInstant(nowMs), touched: new Set() };
}

/** Rows that one step of a job may write, and one page of it read. */
export const stepRows = 1000;
