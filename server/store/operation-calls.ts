import type { Json } from '../../sync/core/record.ts';

/** Work that goes on after its transaction, at least once, in steps of at most 1,000 rows. */
export interface JobRow {
  readonly id: number;
  readonly kind: string;
  readonly payload: Json;
  readonly runAtMs: number;
  readonly attempts: number;
}

/** Durable jobs and the store's own facts. */
export interface OperationCalls {
  addJob(job: { readonly kind: string; readonly payload: Json; readonly runAtMs: number }): void;
  dueJob(nowMs: number): JobRow | undefined;
  nextJobAt(): number | undefined;
  putJob(job: JobRow): void;
  removeJob(id: number): void;
  getMeta(key: string): string | undefined;
  setMeta(key: string, value: string): void;
}
