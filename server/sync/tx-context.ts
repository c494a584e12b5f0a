import type { Registry } from '../../sync/core/run-mutation.ts';
import type { Instant } from '../../sync/core/record.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { defaultDraftPauseMs } from './draft-versions.ts';

/** What the steps of one writing transaction share. */
export interface TxContext {
  readonly registry: Registry;
  /** The server's clock when the transaction began. */
  readonly nowMs: number;
  readonly now: Instant;
  /** Principals whose log grew: poked after the commit. */
  readonly touched: Set<string>;
  /** How long a draft must have stood to be kept when it is overwritten. */
  readonly draftPauseMs: number;
  /** Whether this piece of work has had its time: what is left goes on in a transaction of its own. */
  readonly isSpent: () => boolean;
}

/** `draftPauseMs` and `isSpent` of the running server; by default a context has all the time it wants. */
export function createTxContext(
  registry: Registry,
  nowMs: number,
  more: { readonly draftPauseMs?: number; readonly isSpent?: () => boolean } = {},
): TxContext {
  const { draftPauseMs = defaultDraftPauseMs, isSpent = () => false } = more;
  return { registry, nowMs, now: toInstant(nowMs), touched: new Set(), draftPauseMs, isSpent };
}

/** Rows that one step of a job may write, and one page of it read. */
export const stepRows = 1000;
