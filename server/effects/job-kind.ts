import type * as v from 'valibot';
import type { Plan } from '../store/port.ts';
import type { TxContext } from '../sync/tx-context.ts';

/** What an act gets beside its payload. */
export interface ActOptions {
  /** The same at each attempt of this job: what is acted upon tells a repetition by it. */
  readonly key: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** Goes off when the time is over or the server stops. The act must end soon after; until it has, the job is not run again. */
  readonly signal: AbortSignal;
}

/**
 * One kind of durable work, declared once. Without `act`, `settle` is its step and runs in the transaction that removes the job:
 * exactly once. With it, `act` runs outside any transaction and `settle` then writes what came of it. A crash between the two
 * acts again with the same key: at least once.
 */
export interface JobKind<Payload, Result> {
  readonly kind: string;
  readonly payload: v.GenericSchema<unknown, Payload>;
  readonly act?: (payload: Payload, options: ActOptions) => Promise<Result>;
  readonly settle: (context: TxContext, payload: Payload, result: Result) => Plan<void>;
  /** After so many failures the job is dead: kept, not run. */
  readonly mostAttempts: number;
  /** The longest wait between two attempts; default: a minute. */
  readonly retryMostMs?: number;
  /** Found so long after its moment, it has lost its sense and is dropped. */
  readonly stale?: { readonly afterMs: number };
}

/** A kind whose payload and result are not known at this point. */
// oxlint-disable-next-line typescript/no-explicit-any -- the one place where differently typed payloads share a list
export type AnyJobKind = JobKind<any, any>;

export type JobKinds = ReadonlyMap<string, AnyJobKind>;

/** Declares a kind; the type of its payload follows from the schema. */
export function defineJobKind<Payload, Result = undefined>(kind: JobKind<Payload, Result>): JobKind<Payload, Result> {
  return kind;
}
