import { toInstant } from '../../sync/core/instant.ts';
import type { Services } from '../services.ts';
import { call, type Plan } from '../store/port.ts';
import { planJobs } from '../sync/plan-jobs.ts';

const gatherMs = 15 * 60 * 1000;

/** Tells an account that its password is another one now: never dropped; what is changed again while its mail still waits is told by that one. */
export function* planPasswordChanged(
  { practiceZone, mailer }: Pick<Services, 'practiceZone' | 'mailer'>,
  on: { readonly sub: string; readonly origin: string; readonly nowMs: number },
): Plan<void> {
  // Nobody is told where nothing can be.
  if (!mailer.leaves) return;
  const { sub, origin, nowMs } = on;
  const key = `mail.password-changed.${sub}.${Math.floor(nowMs / gatherMs)}`;
  if (yield* call('jobByKey', key)) return;
  const payload = { template: 'password-changed', account: sub, at: toInstant(nowMs), origin };
  yield* planJobs({ nowMs, zone: practiceZone }, { plan: [{ kind: 'mail', key, payload }] });
}
