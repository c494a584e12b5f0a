import type { Registry } from '../../sync/core/run-mutation.ts';
import type { Clock, Log } from '../../sync/ports.ts';
import type { BusyJobs, JobRow } from '../store/operation-calls.ts';
import { call, StoreUnavailable, type Store } from '../store/port.ts';
import type { Touched } from '../sync/touched.ts';
import { createTxContext, type TxContext } from '../sync/tx-context.ts';
import { runAct } from './job-act.ts';
import { errorName } from './job-error-name.ts';
import type { JobKinds } from './job-kind.ts';
import { failJob, giveBack, redateJobs, runDueJob, settleJob, type DueStep, type JobFailure } from './job-steps.ts';

/** Runs durable jobs, one step per transaction, at least once; what acts outside does so beside the others. */
export interface JobRunner {
  /** There may be something to do. */
  kick(): void;
  /** Resolves when no job is due any more and none is under way. */
  settle(): Promise<void>;
  /** Ends what acts; those jobs stay and come again. */
  stop(): void;
}

const againMs = 1000;
/** A timer of more than 24 days goes off at once, and one that runs through a sleep late: so far ahead it looks again. */
const longestTimerMs = 60 * 60 * 1000;
const mostActs = 4;
const defaultActMs = 30_000;

interface JobPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly registry: Registry;
  readonly kinds: JobKinds;
  /** IANA zone in which the practice's days begin and end. */
  readonly practiceZone: string;
  readonly onTouched: (touched: Touched) => void;
  /** How long an act may take; default: half a minute. */
  readonly actMs?: number;
}

export function createJobRunner(ports: JobPorts): JobRunner {
  return new StoreJobRunner(ports);
}

type ActStep = Extract<DueStep, { step: 'act' }>;

class StoreJobRunner implements JobRunner {
  readonly #ports: JobPorts;
  readonly #stopping = new AbortController();
  /** What acts now: a job is in here from before its act until its outcome is written. */
  readonly #acts = new Map<JobRow, Promise<void>>();
  readonly #actKinds: readonly string[];
  #running: Promise<void> | null = null;
  #again = false;
  #isDated = false;
  #cancelTimer = (): void => undefined;

  constructor(ports: JobPorts) {
    this.#ports = ports;
    this.#actKinds = [...ports.kinds.values()].filter((kind) => kind.act).map((kind) => kind.kind);
  }

  kick(): void {
    if (this.#isStopped()) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#running = this.#run();
  }

  async settle(): Promise<void> {
    this.kick();
    while (this.#running || this.#acts.size > 0) await (this.#running ?? Promise.race(this.#acts.values()));
  }

  stop(): void {
    this.#stopping.abort();
    this.#cancelTimer();
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #run(): Promise<void> {
    const { store, clock, log } = this.#ports;
    try {
      if (!this.#isDated) await this.#date();
      // Most pushes bring no job: looking costs no turn among the writes.
      const nextAt = () => store.read(() => call('nextJobAt', this.#busy()));
      let at = await nextAt();
      if (at !== undefined && at <= clock.now()) {
        await this.#runDueJobs();
        at = await nextAt();
      }
      if (at !== undefined) this.#kickIn(at - clock.now());
    } catch (error) {
      // The jobs are in the store: whatever failed here, the next round finds them.
      if (!(error instanceof StoreUnavailable)) log.error('job-runner-failed', { reason: errorName(error) });
      this.#kickIn(againMs);
    }
    this.#running = null;
    if (this.#again) this.kick();
  }

  /** Once: the practice's zone may be another one than when the dates were given their moments. */
  async #date(): Promise<void> {
    const { store } = this.#ports;
    const dates = await store.read(() => call('jobDates'));
    if (dates.length > 0) await store.write(() => redateJobs(this.#context()));
    this.#isDated = true;
  }

  async #runDueJobs(): Promise<void> {
    const { store, kinds, onTouched } = this.#ports;
    const late = new Map<string, number>();
    while (!this.#isStopped()) {
      const context = this.#context();
      const step = await store.write(() => runDueJob(context, kinds, this.#busy()));
      if (step.step === 'none') break;
      if (step.step === 'stale') late.set(step.kind, (late.get(step.kind) ?? 0) + 1);
      if (step.step === 'failed') this.#report(step);
      if (step.step === 'act') this.#begin(step);
      onTouched(context.touched);
    }
    for (const [kind, count] of late) this.#ports.log.info('jobs-dropped-late', { kind, count });
  }

  #begin(step: ActStep): void {
    const act = this.#act(step).finally(() => {
      this.#acts.delete(step.job);
      this.kick();
    });
    this.#acts.set(step.job, act);
  }

  /** Never rejects: what fails here is written into the job, or the job is as it was. */
  async #act(step: ActStep): Promise<void> {
    const { store, clock, log, onTouched, actMs = defaultActMs } = this.#ports;
    const { job, kind, payload } = step;
    const acted = await runAct(step, { clock, timeoutMs: actMs, stopping: this.#stopping.signal });
    try {
      // Not a failure of the job: the next start acts again, at once.
      if (acted.outcome === 'stopped') return await store.write(() => giveBack(job));
      const context = this.#context();
      const failure = await store.write(() =>
        acted.outcome === 'acted'
          ? settleJob(context, { job, kind, payload, result: acted.result })
          : failJob(context, { job, kind, error: acted.error }),
      );
      if (failure) this.#report(failure);
      onTouched(context.touched);
    } catch (error) {
      // That attempt stays counted: it acts again later, with the same key.
      if (!(error instanceof StoreUnavailable)) log.error('job-runner-failed', { reason: errorName(error) });
    }
  }

  #report({ job, error, isDead }: JobFailure): void {
    const detail = { job: job.id, kind: job.kind, attempts: job.attempts + 1, reason: error };
    this.#ports.log.error(isDead ? 'job-dead' : 'job-failed', detail);
  }

  #busy(): BusyJobs {
    const jobs = [...this.#acts.keys()];
    return {
      ids: jobs.map((job) => job.id),
      keys: jobs.map((job) => job.key).filter((key) => key !== ''),
      kinds: jobs.length < mostActs ? [] : this.#actKinds,
    };
  }

  #context(): TxContext {
    const { registry, clock, practiceZone } = this.#ports;
    return createTxContext(registry, clock.now(), { zone: practiceZone });
  }

  #kickIn(delayMs: number): void {
    this.#cancelTimer();
    if (!this.#isStopped()) {
      const inMs = Math.min(Math.max(1, delayMs), longestTimerMs);
      this.#cancelTimer = this.#ports.clock.after(inMs, () => this.kick());
    }
  }
}
