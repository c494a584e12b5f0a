import type { Context } from 'hono';
import type * as v from 'valibot';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { changeEmailRequest, emailLinkRequest, type emailLinkResponse } from '../../sync/protocol/recovery-message.ts';
import { clearSessionCookies, isHttps } from '../auth/cookies.ts';
import { addressOf } from '../auth/caller-address.ts';
import { endEverywhere } from '../auth/device-sessions.ts';
import { proveAgain, refuseUnproved } from '../auth/prove-again.ts';
import { HttpError } from '../http-error.ts';
import { findLink, planLinkMail } from '../mail/email-link.ts';
import { mailOrigin } from '../mail/mail-origin.ts';
import type { Services } from '../services.ts';
import { emailKey } from '../store/email-key.ts';
import { call, type Plan } from '../store/port.ts';
import { refuseFor } from './refuse-for.ts';
import type { RouteRegistry } from './registry.ts';

/** Unknown, used, replaced, expired, of another account, and for an address that has an account by now: alike. */
const deadLink = 'This link does not work any more. If you still want to use another address, ask for it anew.';

/** `/api/users/v1`: another e-mail for an account, confirmed before the old one ends, and the way back. [RC-5] */
export function addChangeEmailRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, limits, trustProxy } = services;

  routes.add({
    method: 'PUT',
    path: '/api/users/v1/change_email',
    audience: 'session',
    relation: "the caller's own account; asks for the password anew",
    body: changeEmailRequest,
    handle: async (c, { caller, body }) => {
      if (!services.mailer.leaves)
        throw new HttpError(503, 'This server sends no mail, so no address can be confirmed on it.');
      const origin = mailOrigin(services, c);
      const proved = await proveAgain(services, c, caller.session, body.password);
      const { account } = proved;
      if (emailKey(body.email) === emailKey(account.email))
        throw new HttpError(400, 'This is the address that your account has already.');
      refuseFor(await limits.takeMail({ email: emailKey(body.email), from: `device|${caller.session.deviceId}` }));
      const nowMs = clock.now();
      // The answer is the same for an address that has an account: the mail to it tells.
      const link = { purpose: 'new-email', subject: account.sub, detail: body.email, origin, nowMs } as const;
      await store.write(function* () {
        yield* refuseUnproved(caller.session, proved, nowMs);
        yield* planLinkMail(services, link);
      });
      services.jobs.kick();
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/users/v1/confirm_new_email',
    audience: 'session',
    relation: "the caller's own account, by the link that went to the new address",
    body: emailLinkRequest,
    handle: async (c, { caller, body }) => {
      refuseFor(await limits.takePreLogin(addressOf(c, trustProxy)));
      const origin = mailOrigin(services, c);
      const nowMs = clock.now();
      const { sub } = caller.session;
      const email = await store.write(function* () {
        const link = yield* findLink(body.token, 'new-email', nowMs);
        // Whoever holds that mailbox alone must not take the account over by a mistyped address.
        if (link?.subject !== sub) return null;
        const before = yield* setEmail({ sub, email: link.detail, nowMs, action: 'email.change' });
        if (before === null) return null;
        yield* planLinkMail(services, { purpose: 'old-email', subject: sub, detail: before, origin, nowMs });
        return link.detail;
      });
      return answerEmail(services, c, email);
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/users/v1/restore_email',
    audience: 'public',
    relation: 'the account whose mailed link is given, which went to the address that it had',
    body: emailLinkRequest,
    handle: async (c, { body }) => {
      refuseFor(await limits.takePreLogin(addressOf(c, trustProxy)));
      const nowMs = clock.now();
      const email = await store.write(function* () {
        const link = yield* findLink(body.token, 'old-email', nowMs);
        if (!link) return null;
        const { subject: sub, detail } = link;
        const before = yield* setEmail({ sub, email: detail, nowMs, action: 'email.restore' });
        if (before === null) return null;
        yield* call('dropEmailTokensOf', sub, 'old-email');
        // Somebody else may have been in: everybody signs in anew, with a password that the owner chooses.
        yield* endEverywhere(sub, { nowMs, reason: 'password' });
        return detail;
      });
      if (email !== null) clearSessionCookies(c, isHttps(c, trustProxy));
      return answerEmail(services, c, email);
    },
  });
}

function answerEmail(services: Services, c: Context, email: string | null): Response {
  if (email === null) throw new HttpError(400, deadLink);
  services.jobs.kick();
  services.sealer.nudge();
  const answer: v.InferOutput<typeof emailLinkResponse> = { email };
  return c.json(answer);
}

/**
 * The account's e-mail is this one from here on; registrations that waited for it are over, links that were mailed before are void.
 * Answers the one before; null where the account is gone or another one has the address.
 */
function* setEmail(on: {
  readonly sub: string;
  readonly email: string;
  readonly nowMs: number;
  readonly action: string;
}): Plan<string | null> {
  const { sub, email, nowMs, action } = on;
  const account = yield* call('accountBySub', sub);
  const other = yield* call('accountByEmail', email);
  if (!account || (other && other.sub !== sub)) return null;
  const at = toInstant(nowMs);
  yield* call('putAccount', { ...account, email, modified: at });
  yield* call('dropPendingOf', email);
  for (const purpose of ['reset', 'new-email'] as const) yield* call('dropEmailTokensOf', sub, purpose);
  yield* call('addAudit', { at, actor: sub, action, subject: canonicalJson({}) });
  return account.email;
}
