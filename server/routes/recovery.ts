import type * as v from 'valibot';
import { wrapStatement } from '../../sync/core/account-keys.ts';
import { toInstant } from '../../sync/core/instant.ts';
import {
  changePasswordRequest,
  forgotPasswordRequest,
  recoveryCodeRequest,
  type recoveryFacts,
  resetLookRequest,
  resetPasswordRequest,
  type resetLookResponse,
  type resetPasswordResponse,
} from '../../sync/protocol/recovery-message.ts';
import { addressOf } from '../auth/caller-address.ts';
import { clearSessionCookies, isHttps } from '../auth/cookies.ts';
import { isSignedBy } from '../auth/device-proof.ts';
import { endEverywhere } from '../auth/device-sessions.ts';
import { passwordOfChange, passwordOfReset, type NewPassword } from '../auth/new-password.ts';
import { proveAgain, refuseUnproved } from '../auth/prove-again.ts';
import { addressMark } from '../auth/tokens.ts';
import { whoTries } from '../auth/who-tries.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { HttpError, signedOut } from '../http-error.ts';
import { planPasswordChanged } from '../mail/changed-mail.ts';
import { findLink, planLinkMail } from '../mail/email-link.ts';
import { knownOrigin, mailOrigin } from '../mail/mail-origin.ts';
import type { Services } from '../services.ts';
import type { AccountRow, SessionRow } from '../store/account-calls.ts';
import { emailKey } from '../store/email-key.ts';
import { call, type Plan } from '../store/port.ts';
import { refuseFor } from './refuse-for.ts';
import type { RouteRegistry } from './registry.ts';

const mailAfterMs = 250;

/** Unknown, used, replaced and expired alike. */
const deadLink = 'This link does not work any more. Please ask for a new one.';

/** `/api/login/v1`: a forgotten password, a new one, and the recovery code. */
export function addRecoveryRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, limits, trustProxy, sodium } = services;

  /** [RC-1] Whoever has the e-mail, the answer is the same, and so is the work: its mail alone tells. */
  routes.add({
    method: 'PUT',
    path: '/api/login/v1/forgot_password',
    audience: 'public',
    relation: 'any e-mail; the same answer whether an account has it',
    body: forgotPasswordRequest,
    handle: async (c, { body }) => {
      if (!services.mailer.leaves)
        throw new HttpError(503, 'This server sends no mail, so no password can be reset on it.');
      const origin = mailOrigin(services, c);
      const email = emailKey(body.username_or_email);
      const { account, knownDevice } = await store.read(() => whoTries(c, email));
      // What others ask for an account keeps its owner's own device from nothing.
      const from = knownDevice === null ? addressOf(c, trustProxy) : `device|${knownDevice}`;
      refuseFor(await limits.takeMail({ email, from }));
      const nobody = `nobody|${addressMark(services.secrets.tokenKey, `email|${email}`)}`;
      const nowMs = clock.now();
      await store.write(() =>
        planLinkMail(services, { purpose: 'reset', subject: account?.sub ?? nobody, origin, nowMs }),
      );
      // Well after the answer: that there is a mail to write takes no time of it.
      clock.after(mailAfterMs, () => services.jobs.kick());
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/reset_look',
    audience: 'public',
    relation: 'the account whose mailed link is given; nothing changes',
    body: resetLookRequest,
    handle: async (c, { body }) => {
      refuseFor(await limits.takePreLogin(addressOf(c, trustProxy)));
      const found = await store.read(() => findReset(body.token, clock.now()));
      if (!found) throw new HttpError(400, deadLink);
      const { account, wrap } = found;
      const answer: v.InferOutput<typeof resetLookResponse> = {
        email: account.email,
        sub: account.sub,
        kdf: account.kdf,
        bundle: account.bundle,
        wrap_recovery: wrap,
      };
      return c.json(answer);
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/reset_password',
    audience: 'public',
    relation: 'the account whose mailed link is given; the link is good once',
    body: resetPasswordRequest,
    handle: async (c, { body }) => {
      refuseFor(await limits.takePreLogin(addressOf(c, trustProxy)));
      const found = await store.read(() => findReset(body.token, clock.now()));
      if (!found) throw new HttpError(400, deadLink);
      const next = await passwordOfReset(services, found.account, body);
      const origin = knownOrigin(services, c);
      const nowMs = clock.now();
      const isDone = await store.write(function* () {
        // Looked up anew: of two that come at once, one is too late.
        const current = yield* findReset(body.token, nowMs);
        if (current?.account.bundle.generation !== found.account.bundle.generation) return false;
        yield* setPassword(services, current.account, { next, nowMs, origin, action: 'password.reset' });
        return true;
      });
      if (!isDone) throw new HttpError(400, deadLink);
      services.jobs.kick();
      services.sealer.nudge();
      // Whatever session this browser had was of before.
      clearSessionCookies(c, isHttps(c, trustProxy));
      const answer: v.InferOutput<typeof resetPasswordResponse> = { email: found.account.email };
      return c.json(answer);
    },
  });

  routes.add({
    method: 'PUT',
    path: '/api/login/v1/change_password',
    audience: 'session',
    relation: "the caller's own account; asks for the password anew",
    body: changePasswordRequest,
    handle: async (c, { caller, body }) => {
      const proved = await proveAgain(services, c, caller.session, body.password);
      const { account } = proved;
      const next = await passwordOfChange(services, account, {
        password: body.password,
        newPassword: body.new_password,
        wrap: body.wrap_password,
        proof: body.proof,
      });
      const origin = knownOrigin(services, c);
      const nowMs = clock.now();
      const isDone = await store.write(function* () {
        const current = yield* call('accountBySub', account.sub);
        // Changed from another device meanwhile: the password that was proved is not the one that is there.
        if (current?.authHash !== account.authHash) return false;
        yield* refuseUnproved(caller.session, proved, nowMs);
        const except = caller.session;
        yield* setPassword(services, current, { next, nowMs, origin, action: 'password.change', except });
        return true;
      });
      if (!isDone) throw new HttpError(409, 'The password was changed on another device meanwhile.');
      services.jobs.kick();
      services.sealer.nudge();
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'GET',
    path: '/api/login/v1/recovery_code',
    audience: 'session',
    relation: "the caller's own account: its e-mail, and when its recovery code was made",
    handle: async (c, { caller }) => {
      const { sub } = caller.session;
      const found = await store.read(function* () {
        return { account: yield* call('accountBySub', sub), recovery: yield* call('getRecovery', sub) };
      });
      const { account, recovery } = found;
      if (!account) throw signedOut();
      const isGood = recovery?.generation === account.bundle.generation;
      const answer: v.InferOutput<typeof recoveryFacts> = {
        email: account.email,
        made: isGood ? recovery.made : null,
      };
      return c.json(answer);
    },
  });

  routes.add({
    method: 'PUT',
    path: '/api/login/v1/recovery_code',
    audience: 'session',
    relation: "the caller's own account; asks for the password anew",
    body: recoveryCodeRequest,
    handle: async (c, { caller, body }) => {
      const proved = await proveAgain(services, c, caller.session, body.password);
      const { account } = proved;
      const { sub, bundle } = account;
      const { generation } = bundle;
      const { wrap_recovery: wrap, proof } = body;
      const statement = wrapStatement({ account: sub, generation, under: 'recovery code', wrap });
      if (!isSignedBy(sodium, bundle.sign_public, statement, proof))
        throw new HttpError(422, [{ msg: 'The signature does not fit.', loc: ['body', 'proof'] }]);
      const nowMs = clock.now();
      const made = toInstant(nowMs);
      await store.write(function* () {
        yield* refuseUnproved(caller.session, proved, nowMs);
        yield* call('putRecovery', { sub, generation, wrap, made });
        yield* call('addAudit', { at: made, actor: sub, action: 'recovery-code.set', subject: '{}' });
      });
      services.sealer.nudge();
      return c.json({ ok: true });
    },
  });
}

/** The account of a link that is still good, and its root under its recovery code, where it has one. */
function* findReset(
  token: string,
  nowMs: number,
): Plan<{ readonly account: AccountRow; readonly wrap: string | null } | null> {
  const link = yield* findLink(token, 'reset', nowMs);
  const account = link && (yield* call('accountBySub', link.subject));
  if (!account) return null;
  const recovery = yield* call('getRecovery', account.sub);
  return { account, wrap: recovery?.generation === account.bundle.generation ? recovery.wrap : null };
}

/**
 * [RC-2] The password is another one from here on: mailed links that change the account are void, and every session with all that its
 * device may do by itself is over, but the one that asked for it while signed in. The account is told by mail.
 */
function* setPassword(
  services: Services,
  account: AccountRow,
  on: {
    readonly next: NewPassword;
    readonly nowMs: number;
    readonly origin: string | null;
    readonly action: string;
    readonly except?: Pick<SessionRow, 'familyId' | 'deviceId'>;
  },
): Plan<void> {
  const { next, nowMs, origin, action, except } = on;
  const { sub } = account;
  yield* call('putAccount', { ...account, ...next, modified: toInstant(nowMs) });
  for (const purpose of ['reset', 'new-email'] as const) yield* call('dropEmailTokensOf', sub, purpose);
  if (next.bundle.generation !== account.bundle.generation) yield* call('dropRecovery', sub);
  yield* endEverywhere(sub, { nowMs, reason: 'password', ...(except ? { except } : {}) });
  yield* call('addAudit', {
    at: toInstant(nowMs),
    actor: sub,
    action,
    subject: canonicalJson({ generation: next.bundle.generation }),
  });
  if (origin !== null) yield* planPasswordChanged(services, { sub, origin, nowMs });
}
