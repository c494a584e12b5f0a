import { assert } from '../../sync/core/assert.ts';
import { backFillJob } from './back-fill-job.ts';
import { carryOfficeJob } from './carry-office-job.ts';
import { deriveAnewJob } from './derive-anew-job.ts';
import { cleanUpJob } from './clean-up-job.ts';
import { endAccessJob } from './end-access-job.ts';
import { endSampleJob } from './end-sample-job.ts';
import { extendSeriesJob } from './extend-series-job.ts';
import type { AnyJobKind, JobKinds } from './job-kind.ts';
import { createMailJob } from './mail-job.ts';
import { createOpenInviteJob } from './open-invite-job.ts';
import { tellApprovalJob } from './tell-approval-job.ts';
import { tellSessionsJob } from './tell-sessions-job.ts';

/** Every kind of job that this server runs. */
export function createJobKinds(
  ports: Parameters<typeof createMailJob>[0] & { readonly more: readonly AnyJobKind[] },
): JobKinds {
  const kinds: readonly AnyJobKind[] = [
    backFillJob,
    carryOfficeJob,
    cleanUpJob,
    endAccessJob,
    endSampleJob,
    extendSeriesJob,
    deriveAnewJob,
    tellApprovalJob,
    tellSessionsJob,
    createMailJob(ports),
    createOpenInviteJob(ports),
    ...ports.more,
  ];
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  assert(byName.size === kinds.length, 'a kind of job is declared once');
  return byName;
}
