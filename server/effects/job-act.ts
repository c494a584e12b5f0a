import type { Clock } from '../../sync/ports.ts';
import type { JobRow } from '../store/operation-calls.ts';
import type { AnyJobKind } from './job-kind.ts';

/** How an act ended. `stopped`: with the server, before it had done anything that it knows of. */
export type Acted =
  | { readonly outcome: 'acted'; readonly result: unknown }
  | { readonly outcome: 'failed'; readonly error: unknown }
  | { readonly outcome: 'stopped' };

/**
 * Runs the act of a job, bounded in time: its signal goes off, and what it then ends with counts as out of time. Resolves when it
 * has really ended, so that no second one runs beside it; never rejects.
 */
export async function runAct(
  on: { readonly job: JobRow; readonly kind: AnyJobKind; readonly payload: unknown },
  bounds: { readonly clock: Clock; readonly timeoutMs: number; readonly stopping: AbortSignal },
): Promise<Acted> {
  const { job, kind, payload } = on;
  const late = new AbortController();
  const cancel = bounds.clock.after(bounds.timeoutMs, () => late.abort(new JobTimeout()));
  const key = job.key === '' ? `job.${job.id}` : job.key;
  const signal = AbortSignal.any([late.signal, bounds.stopping]);
  try {
    const result: unknown = await kind.act?.(payload, { key, attempt: job.attempts + 1, signal });
    return { outcome: 'acted', result };
  } catch (error) {
    if (bounds.stopping.aborted) return { outcome: 'stopped' };
    // Of its own accord or because its time was over: it comes again later.
    return { outcome: 'failed', error: late.signal.aborted ? late.signal.reason : error };
  } finally {
    cancel();
  }
}

class JobTimeout extends Error {
  override readonly name = 'JobTimeout';
}
