import { toInstant } from '../../sync/core/instant.ts';
import { newId } from '../../sync/core/new-id.ts';
import { emailToken, hashToken } from '../auth/tokens.ts';
import type { Services } from '../services.ts';
import { call, type Plan } from '../store/port.ts';
import type { EmailTokenRow } from '../store/registration-calls.ts';
import { planJobs } from '../sync/plan-jobs.ts';

/** How long a mailed link is good: a forgotten password, a new address, the way back to the old one. */
export const linkLifeMs = {
  reset: 60 * 60 * 1000,
  'new-email': 24 * 60 * 60 * 1000,
  'old-email': 7 * 24 * 60 * 60 * 1000,
} as const;

type LinkPurpose = keyof typeof linkLifeMs;

/** The page that a link of each purpose opens. */
export const linkPages: Readonly<Record<LinkPurpose, string>> = {
  reset: '/reset-password',
  'new-email': '/confirm-new-email',
  'old-email': '/restore-email',
};

/** Plans the mail that carries a link of its own; those of the same purpose and subject that went before are good no more. */
export function* planLinkMail(
  services: Pick<Services, 'random' | 'secrets' | 'practiceZone'>,
  on: {
    readonly purpose: LinkPurpose;
    readonly subject: string;
    readonly detail?: string;
    readonly origin: string;
    readonly nowMs: number;
  },
): Plan<void> {
  const { purpose, subject, detail = '', origin, nowMs } = on;
  const id = newId(services.random);
  const hash = hashToken(emailToken(services.secrets.tokenKey, purpose, id));
  const endsMs = nowMs + linkLifeMs[purpose];
  yield* call('putEmailToken', { id, hash, purpose, subject, detail, createdMs: nowMs, endsMs });
  const payload = { template: purpose, token: id, origin };
  const plan = [{ kind: 'mail', key: `mail.${purpose}.${id}`, payload, when: { at: toInstant(nowMs) } }];
  yield* planJobs({ nowMs, zone: services.practiceZone }, { plan });
}

/** The row of a link that is still good, by what the mail carries. */
export function* findLink(token: string, purpose: LinkPurpose, nowMs: number): Plan<EmailTokenRow | undefined> {
  const row = yield* call('emailTokenByHash', hashToken(token), nowMs);
  return row?.purpose === purpose ? row : undefined;
}
