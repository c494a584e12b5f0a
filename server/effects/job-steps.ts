import * as v from 'valibot';
import { localDate } from '../../sync/core/local-date.ts';
import type { BusyJobs, JobRow } from '../store/operation-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { endOfDateMs } from '../sync/practice-day.ts';
import type { TxContext } from '../sync/tx-context.ts';
import type { AnyJobKind, JobKinds } from './job-kind.ts';
import { errorName } from './job-error-name.ts';

const retryBaseMs = 1000;
const retryMostMs = 60_000;
/** A kind that this build does not know may come back with the next one: its jobs wait, and none of them dies. */
const unknownKindMs = 10 * 60_000;
/** Never at once again: whatever two tables of time zones say, a job does not spin. */
const leastWaitMs = 60_000;

/** Of an act of which nothing more is known: the server ended with it, or could not write what came of it. */
const unfinished = 'Unfinished';

/** A failure as it is reported: nothing of what it was about. */
export interface JobFailure {
  readonly job: JobRow;
  readonly error: string;
  readonly isDead: boolean;
}

/** What became of the first job that was due. */
export type DueStep =
  | { readonly step: 'none' }
  | { readonly step: 'done' }
  | { readonly step: 'stale'; readonly kind: string }
  | ({ readonly step: 'failed' } & JobFailure)
  /** It acts first, outside this transaction, which has only counted that. `job` is as it was. */
  | { readonly step: 'act'; readonly job: JobRow; readonly kind: AnyJobKind; readonly payload: unknown };

/** One due job that is not busy: run and removed in one transaction, or handed back to act. A failing one is put off, its effects undone. */
export function* runDueJob(context: TxContext, kinds: JobKinds, busy: BusyJobs): Plan<DueStep> {
  const job = yield* call('dueJob', context.nowMs, busy);
  if (!job) return { step: 'none' };
  const kind = kinds.get(job.kind);
  if (kind?.stale && context.nowMs - job.dueAtMs > kind.stale.afterMs) {
    yield* call('removeJob', job.id);
    return { step: 'stale', kind: job.kind };
  }
  const zone = job.zone === '' ? context.zone : job.zone;
  if (job.afterDate !== '' && job.afterDate >= localDate(context.now, zone)) {
    // It was given its moment in another zone, or by a clock that went back.
    const runAtMs = Math.max(endOfDateMs(job.afterDate, zone), context.nowMs + leastWaitMs);
    yield* call('putJob', { ...job, runAtMs });
    return { step: 'done' };
  }
  if (!kind) {
    const error = 'UnknownJobKind';
    yield* call('putJob', { ...job, error, runAtMs: context.nowMs + unknownKindMs });
    return { step: 'failed', job, error, isDead: false };
  }
  yield* call('savepoint');
  try {
    const payload: unknown = v.parse(kind.payload, job.payload);
    if (kind.act) {
      const isSpent = job.attempts >= kind.mostAttempts;
      yield* call('putJob', isSpent ? { ...job, dead: true } : counted(context, job, kind));
      yield* call('release');
      return isSpent ? { step: 'failed', job, error: unfinished, isDead: true } : { step: 'act', job, kind, payload };
    }
    yield* kind.settle(context, payload, undefined);
    yield* call('removeJob', job.id);
    yield* call('release');
    return { step: 'done' };
  } catch (error) {
    // Reported by the caller; the job stays and comes again later.
    yield* call('rollbackTo');
    return { step: 'failed', ...(yield* failJob(context, { job, kind, error })) };
  }
}

/**
 * As it stands while it acts: a crash, or a store that cannot write what came of it, is an attempt like any other, and it does
 * not come again at once.
 */
function counted(context: TxContext, job: JobRow, kind: AnyJobKind): JobRow {
  const runAtMs = context.nowMs + delayOf(job, kind);
  return { ...job, attempts: job.attempts + 1, error: unfinished, runAtMs };
}

function delayOf({ attempts }: JobRow, kind: AnyJobKind): number {
  return Math.min(kind.retryMostMs ?? retryMostMs, retryBaseMs * 2 ** attempts);
}

/** Gives back a job whose act was ended with the server: that was no failure of its own. */
export function* giveBack(job: JobRow): Plan<void> {
  if ((yield* call('getJob', job.id)) !== undefined) yield* call('putJob', job);
}

/** Writes what came of an act, in the transaction that removes its job; also where that was replaced or dropped meanwhile. */
export function* settleJob(
  context: TxContext,
  acted: { readonly job: JobRow; readonly kind: AnyJobKind; readonly payload: unknown; readonly result: unknown },
): Plan<JobFailure | null> {
  const { job, kind, payload, result } = acted;
  yield* call('savepoint');
  try {
    yield* kind.settle(context, payload, result);
    yield* call('removeJob', job.id);
    yield* call('release');
    return null;
  } catch (error) {
    // As above: it acts again, with the same key.
    yield* call('rollbackTo');
    return yield* failJob(context, { job, kind, error });
  }
}

/** Counts a failure of a job that is still planned, and keeps the name of what it failed with. */
export function* failJob(
  context: TxContext,
  failed: { readonly job: JobRow; readonly kind: AnyJobKind; readonly error: unknown },
): Plan<JobFailure> {
  const { job, kind } = failed;
  const error = errorName(failed.error);
  const attempts = job.attempts + 1;
  const isDead = attempts >= kind.mostAttempts;
  const isPlanned = (yield* call('getJob', job.id)) !== undefined;
  if (isPlanned)
    yield* call('putJob', { ...job, attempts, error, dead: isDead, runAtMs: context.nowMs + delayOf(job, kind) });
  return { job, error, isDead: isDead && isPlanned };
}

/** Gives the jobs that wait for a date in the configured zone the moment that this has there, where it was another one. */
export function* redateJobs(context: TxContext): Plan<void> {
  for (const { afterDate, dueAtMs } of yield* call('jobDates')) {
    const endMs = endOfDateMs(afterDate, context.zone);
    if (endMs !== dueAtMs) yield* call('redateJobs', afterDate, dueAtMs, endMs);
  }
}
