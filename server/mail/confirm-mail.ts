import { toInstant } from '../../sync/core/instant.ts';
import { newId } from '../../sync/core/new-id.ts';
import { emailToken, hashToken } from '../auth/tokens.ts';
import type { Services } from '../services.ts';
import { call, type Plan } from '../store/port.ts';
import { planJobs } from '../sync/plan-jobs.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How long a mailed confirmation is good. */
export const confirmDays = 7;

/** Plans the mail that confirms a registration, with a new link: those that were mailed before it are good no more. */
export function* planConfirmMail(
  services: Pick<Services, 'random' | 'secrets' | 'practiceZone'>,
  on: { readonly pending: string; readonly origin: string; readonly nowMs: number },
): Plan<void> {
  const { pending, origin, nowMs } = on;
  const id = newId(services.random);
  const hash = hashToken(emailToken(services.secrets.tokenKey, 'confirm', id));
  const endsMs = nowMs + confirmDays * dayMs;
  yield* call('putEmailToken', {
    id,
    hash,
    purpose: 'confirm',
    subject: pending,
    detail: '',
    createdMs: nowMs,
    endsMs,
  });
  const payload = { template: 'confirm', token: id, origin };
  const plan = [{ kind: 'mail', key: `mail.confirm.${id}`, payload, when: { at: toInstant(nowMs) } }];
  yield* planJobs({ nowMs, zone: services.practiceZone }, { plan });
}
