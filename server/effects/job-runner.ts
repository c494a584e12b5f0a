import * as v from 'valibot';
import type { Registry } from '../../sync/core/run-mutation.ts';
import type { Clock, Log } from '../../sync/ports.ts';
import { call, StoreUnavailable, type Plan, type Store } from '../store/port.ts';
import type { JobRow } from '../store/operation-calls.ts';
import { backFill, cleanUp } from '../sync/scope-access.ts';
import { endAccess } from '../sync/end-access.ts';
import { createTxContext, type TxContext } from '../sync/tx-context.ts';

/** Runs durable jobs, one step per transaction, at least once. */
export interface JobRunner {
  /** There may be something to do. */
  kick(): void;
  /** Resolves when no job is due any more. */
  settle(): Promise<void>;
  stop(): void;
}

const retryBaseMs = 1000;
const retryMostMs = 60_000;
/** A timer of more than 24 days goes off at once, and one that runs through a sleep late: so far ahead it looks again. */
const longestTimerMs = 60 * 60 * 1000;

const backFillPayload = v.object({
  principal: v.string(),
  scope: v.string(),
  generation: v.number(),
  after: v.nullable(v.object({ collection: v.string(), id: v.string() })),
});
const endAccessPayload = v.object({ membership: v.string() });
const cleanUpPayload = v.object({ principal: v.string(), scope: v.string(), generation: v.number() });

interface JobPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly registry: Registry;
  /** IANA zone in which the practice's days begin and end. */
  readonly practiceZone: string;
  readonly onTouched: (principals: ReadonlySet<string>) => void;
}

export function createJobRunner(ports: JobPorts): JobRunner {
  return new StoreJobRunner(ports);
}

class StoreJobRunner implements JobRunner {
  readonly #ports: JobPorts;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #cancelTimer = (): void => undefined;

  constructor(ports: JobPorts) {
    this.#ports = ports;
  }

  kick(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#running = this.#run();
  }

  async settle(): Promise<void> {
    this.kick();
    while (this.#running) await this.#running;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
  }

  async #run(): Promise<void> {
    try {
      // Most pushes bring no job: looking costs no turn among the writes.
      const first = await this.#ports.store.read(() => call('nextJobAt'));
      if (first !== undefined && first <= this.#ports.clock.now()) await this.#runDueJobs();
      const at = first === undefined ? first : await this.#ports.store.read(() => call('nextJobAt'));
      if (at !== undefined) this.#kickIn(at - this.#ports.clock.now());
    } catch (error) {
      // The jobs are in the store: whatever failed here, the next round finds them.
      if (!(error instanceof StoreUnavailable)) this.#ports.log.error('job-runner-failed', { reason: nameOf(error) });
      this.#kickIn(retryBaseMs);
    }
    this.#running = null;
    if (this.#again) this.kick();
  }

  async #runDueJobs(): Promise<void> {
    const { store, clock, log, registry, practiceZone, onTouched } = this.#ports;
    while (!this.#stopped) {
      const context = createTxContext(registry, clock.now(), { zone: practiceZone });
      const step = await store.write(() => runDue(context));
      if (step === 'none') return;
      if (typeof step === 'object') log.error('job-failed', { job: step.id, attempts: step.attempts + 1 });
      onTouched(context.touched);
    }
  }

  #kickIn(delayMs: number): void {
    this.#cancelTimer();
    if (!this.#stopped) {
      const inMs = Math.min(Math.max(1, delayMs), longestTimerMs);
      this.#cancelTimer = this.#ports.clock.after(inMs, () => this.kick());
    }
  }
}

/** One due job, run and removed in one transaction; a failing one is put off, with its effects undone. */
function* runDue(context: TxContext): Plan<'none' | 'done' | JobRow> {
  const job = yield* call('dueJob', context.nowMs);
  if (!job) return 'none';
  yield* call('savepoint');
  try {
    yield* runStep(context, job);
    yield* call('removeJob', job.id);
    yield* call('release');
    return 'done';
  } catch {
    // Reported by the caller; the job stays and comes again later.
    yield* call('rollbackTo');
    const delayMs = Math.min(retryMostMs, retryBaseMs * 2 ** job.attempts);
    yield* call('putJob', { ...job, attempts: job.attempts + 1, runAtMs: context.nowMs + delayMs });
    return job;
  }
}

function* runStep(context: TxContext, job: JobRow): Plan<void> {
  switch (job.kind) {
    case 'back-fill':
      return yield* backFill(context, v.parse(backFillPayload, job.payload));
    case 'clean-up':
      return yield* cleanUp(context, v.parse(cleanUpPayload, job.payload));
    case 'end-access':
      return yield* endAccess(context, v.parse(endAccessPayload, job.payload).membership);
    default:
      throw new Error('unknown job kind');
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
