import { toInstant } from '../../sync/core/instant.ts';
import type { JobRow } from '../store/operation-calls.ts';
import { call, type Plan } from '../store/port.ts';

const pageRows = 500;

/** Every waiting and dead job as a line each. Without payloads; nothing of it is what a person wrote or is called. */
export function* listJobs(): Plan<readonly string[]> {
  const lines: string[] = [];
  for (let after = 0; ;) {
    const page = yield* call('jobsAfter', after, pageRows);
    lines.push(...page.map(toLine));
    const last = page.at(-1);
    if (!last || page.length < pageRows) return lines;
    after = last.id;
  }
}

function toLine(job: JobRow): string {
  const state = job.dead ? 'dead' : `next ${toInstant(job.runAtMs)}`;
  const error = job.error === '' ? '' : `  ${job.error}`;
  return `${job.id}  ${job.kind}  ${job.key === '' ? '-' : job.key}  attempts ${job.attempts}  ${state}${error}`;
}
