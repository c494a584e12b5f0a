import type { Registry } from '../../sync/core/run-mutation.ts';
import type { Instant } from '../../sync/core/record.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { localDate } from '../../sync/core/local-date.ts';
import { defaultPracticeZone } from '../config.ts';
import { defaultDraftPauseMs } from './draft-versions.ts';
import { Touched } from './touched.ts';

/** What the steps of one writing transaction share. */
export interface TxContext {
  readonly registry: Registry;
  /** The server's clock when the transaction began. */
  readonly nowMs: number;
  readonly now: Instant;
  /** The practice's zone: in it the last day of an access passes. */
  readonly zone: string;
  /** The date there when the transaction began. */
  readonly today: string;
  /** Whose log grew: poked after the commit. */
  readonly touched: Touched;
  /** How long a draft must have stood to be kept when it is overwritten. */
  readonly draftPauseMs: number;
  /** Whether mail leaves, so that those whose sessions were changed are told. */
  readonly tellsClients: boolean;
  /** Whether this piece of work has had its time: what is left goes on in a transaction of its own. */
  readonly isSpent: () => boolean;
}

/** Of the running server; by default a context is in the default zone and has all the time it wants. */
export function createTxContext(
  registry: Registry,
  nowMs: number,
  more: {
    readonly zone?: string;
    readonly draftPauseMs?: number;
    readonly tellsClients?: boolean;
    readonly isSpent?: () => boolean;
  } = {},
): TxContext {
  const {
    zone = defaultPracticeZone,
    draftPauseMs = defaultDraftPauseMs,
    tellsClients = false,
    isSpent = () => false,
  } = more;
  const now = toInstant(nowMs);
  return {
    registry,
    nowMs,
    now,
    zone,
    today: localDate(now, zone),
    touched: new Touched(),
    draftPauseMs,
    tellsClients,
    isSpent,
  };
}

/** Rows that one step of a job may write, and one page of it read. */
export const stepRows = 250;
