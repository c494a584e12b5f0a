import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { call, type Plan } from '../store/port.ts';

/**
 * Lets a job run again as if it had never failed, or takes it away; false where there is none. Either stands in the audit log. One
 * that waits for a date goes on waiting for it.
 */
export function* changeJob(change: 'again' | 'drop', id: number, nowMs: number): Plan<boolean> {
  const job = yield* call('getJob', id);
  if (!job) return false;
  if (change === 'drop') yield* call('removeJob', id);
  else yield* call('putJob', { ...job, attempts: 0, error: '', dead: false, runAtMs: nowMs, dueAtMs: nowMs });
  const subject = canonicalJson({ job: id, kind: job.kind });
  yield* call('addAudit', { at: toInstant(nowMs), actor: 'operator', action: `job.${change}`, subject });
  return true;
}
