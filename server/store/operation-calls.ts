import type { Json } from '../../sync/core/record.ts';

/** Work that goes on after its transaction, at least once, in steps of at most 250 rows. */
export interface JobRow {
  readonly id: number;
  readonly kind: string;
  readonly payload: Json;
  /** Not before then. */
  readonly runAtMs: number;
  readonly attempts: number;
  /** A name that no other job has; '' where it has none. */
  readonly key: string;
  /** Not before this date has passed; '' for none. */
  readonly afterDate: string;
  /** In which zone that date passes; '' for the configured one. */
  readonly zone: string;
  /** When it was first to run. */
  readonly dueAtMs: number;
  /** The name of what it failed with last, never its text; '' where it has not failed. */
  readonly error: string;
  /** Kept and seen, not run. */
  readonly dead: boolean;
}

/** A job that is to be. */
export interface NewJob {
  readonly kind: string;
  readonly payload: Json;
  readonly runAtMs: number;
  readonly key?: string;
  readonly afterDate?: string;
  readonly zone?: string;
}

/** What is under way or must wait its turn: jobs, names of jobs, whole kinds. */
export interface BusyJobs {
  readonly ids: readonly number[];
  readonly keys: readonly string[];
  readonly kinds: readonly string[];
}

/** Durable jobs and the store's own facts. */
export interface OperationCalls {
  /** One with a key takes the place of the one that had it, waiting or dead. */
  addJob(job: NewJob): void;
  /** Takes the job of this key away, where there is one. */
  dropJob(key: string): void;
  /** The first that is due and not busy; dead ones never are. */
  dueJob(nowMs: number, busy: BusyJobs): JobRow | undefined;
  nextJobAt(busy: BusyJobs): number | undefined;
  getJob(id: number): JobRow | undefined;
  jobByKey(key: string): JobRow | undefined;
  /** Waiting and dead ones, by id. */
  jobsAfter(id: number, limit: number): readonly JobRow[];
  /** Each date that a job waits for in the configured zone, with the moments that this was once taken for. */
  jobDates(): readonly { readonly afterDate: string; readonly dueAtMs: number }[];
  /** Gives the jobs of such a date that have not been tried another moment. */
  redateJobs(date: string, fromMs: number, toMs: number): void;
  putJob(job: JobRow): void;
  removeJob(id: number): void;
  getMeta(key: string): string | undefined;
  setMeta(key: string, value: string): void;
}
