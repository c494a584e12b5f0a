import type { Context } from 'hono';
import type * as v from 'valibot';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { newId } from '../../sync/core/new-id.ts';
import { passwordProblem } from '../../sync/protocol/password-rules.ts';
import {
  confirmEmailRequest,
  memberAccountRequest,
  professionalAccountRequest,
  type confirmEmailResponse,
} from '../../sync/protocol/registration-message.ts';
import { addressOf } from '../auth/caller-address.ts';
import { isHttps, readPendingCookie, setPendingCookie } from '../auth/cookies.ts';
import { makeAccount } from '../auth/make-account.ts';
import { beginRegistration, isDerived } from '../auth/registration.ts';
import { hashToken } from '../auth/tokens.ts';
import { HttpError, signedOut } from '../http-error.ts';
import { registerMember } from '../invites/register-member.ts';
import { useInvites } from '../invites/make-invited-account.ts';
import { planConfirmMail } from '../mail/confirm-mail.ts';
import { mailOrigin } from '../mail/mail-origin.ts';
import type { Services } from '../services.ts';
import { emailKey } from '../store/email-key.ts';
import { call } from '../store/port.ts';
import type { PendingRow } from '../store/registration-calls.ts';
import { afterCommit } from '../sync/after-commit.ts';
import { createTxContext } from '../sync/tx-context.ts';
import { refuseFor } from './refuse-for.ts';
import type { RouteRegistry } from './registry.ts';

/** Unknown, used, replaced and expired alike. */
const deadLink =
  'This link does not work any more. If you have confirmed your email already, log in; otherwise ask for a new link or register again.';

/** `/api/users/v1`: from nobody to an account whose e-mail is confirmed. */
export function addRegistrationRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, limits, trustProxy } = services;

  routes.add({
    method: 'POST',
    path: '/api/users/v1/orchid_pro/account',
    audience: 'public',
    relation: 'begins a registration; the same answer whoever has the e-mail',
    body: professionalAccountRequest,
    handle: async (c, { body: { user_in: user, orchid_pro_in: person } }) => {
      const { first_name, last_name } = person;
      const problem = isDerived(user) ? null : passwordProblem(user.password, [user.email, first_name, last_name]);
      await beginRegistration(services, c, { userType: 'orchid_pro', user, given: { first_name, last_name }, problem });
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/users/v1/patient/account',
    audience: 'public',
    relation: 'begins a registration, the same answer whoever has the e-mail; or the account that an invite proves',
    body: memberAccountRequest,
    handle: async (c, { body }) => c.json(await registerMember(services, c, body)),
  });

  routes.add({
    method: 'PUT',
    path: '/api/users/v1/resend_email_confirmation',
    audience: 'arrival',
    relation: "the caller's own registration; where the e-mail is confirmed, nothing",
    handle: async (c, { caller }) => {
      if (caller.kind === 'session') return c.json({ ok: true });
      const { pending } = caller;
      const origin = mailOrigin(services, c);
      refuseFor(await limits.takeMail({ email: emailKey(pending.email), from: addressOf(c, trustProxy) }));
      await store.write(() => planConfirmMail(services, { pending: pending.id, origin, nowMs: clock.now() }));
      services.jobs.kick();
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/users/v1/confirm_email',
    audience: 'public',
    relation: 'the registration whose mailed link is given, by who began it: its browser, or its password',
    body: confirmEmailRequest,
    handle: async (c, { body: { token, password } }) => {
      refuseFor(await limits.takePreLogin(addressOf(c, trustProxy)));
      const found = await store.read(() => findByLink(token, clock.now()));
      if (!found) throw new HttpError(400, deadLink);
      const answer = await confirm(services, c, { pending: found, token, password });
      return c.json(answer);
    },
  });
}

/** Looked up anew in the transaction that makes the account: a link is good for one. */
function* findByLink(token: string, nowMs: number) {
  const row = yield* call('emailTokenByHash', hashToken(token), nowMs);
  return row?.purpose === 'confirm' ? yield* call('getPending', row.subject, nowMs) : undefined;
}

/** [RG-2] The mail proves the address, not who chose the password: a stranger's registration opens nothing to its owner, nor the other way. */
async function confirm(
  services: Services,
  c: Context,
  on: { readonly pending: PendingRow; readonly token: string; readonly password: string | undefined },
): Promise<v.InferOutput<typeof confirmEmailResponse>> {
  const { store, clock, random, registry, approval, signupTrial } = services;
  const { pending, token, password } = on;
  const cookie = readPendingCookie(c);
  const isSameBrowser = cookie !== undefined && hashToken(cookie) === pending.tokenHash;
  if (!isSameBrowser) {
    if (password === undefined) return { state: 'needs_password', kdf: pending.kdf };
    await provePassword(services, c, { pending, password });
  }
  const nowMs = clock.now();
  const practiceId = newId(random);
  const context = createTxContext(registry, nowMs, { zone: pending.given.timezone });
  const isMade = await store.write(function* () {
    context.touched.clear();
    const current = yield* findByLink(token, nowMs);
    if (current?.id !== pending.id) return false;
    const isInvited = current.invites.length > 0;
    if (!(yield* makeAccount(context, current, { practiceId, approval, signupTrial, isInvited }))) return false;
    yield* useInvites(context, current.invites, current);
    return true;
  });
  if (!isMade) throw new HttpError(400, deadLink);
  afterCommit(services, { touched: context.touched, familyId: null });
  await services.traces.note({ actor: pending.sub, action: 'account.made', subject: {} });
  setPendingCookie(c, '', isHttps(c, services.trustProxy));
  return { state: 'confirmed', email: pending.email };
}

async function provePassword(
  services: Services,
  c: Context,
  { pending, password }: { readonly pending: PendingRow; readonly password: string },
): Promise<void> {
  const { limits, passwords, trustProxy } = services;
  const attempt = { address: addressOf(c, trustProxy), account: `registration|${pending.id}`, knownDevice: null };
  refuseFor(await limits.takeLogin(attempt));
  const fits = await passwords.verifyAuth(pending.authHash, await passwords.toAuth(password, pending.kdf));
  limits.endLogin(attempt, fits);
  if (!fits)
    throw new HttpError(
      400,
      'This registration was begun on another device, with another password. If that was not you, register anew.',
    );
}

/** A browser that signs in with the password of a registration is as good as the one that began it. */
export async function adoptRegistration(services: Services, c: Context, email: string, auth: string): Promise<boolean> {
  const { store, clock, random, passwords, trustProxy } = services;
  const [pending] = await store.read(() => call('pendingOf', email, clock.now()));
  // Also where there is none: the same work for every e-mail.
  if (!(await passwords.verifyAuth(pending?.authHash, auth)) || !pending) return false;
  const token = toBase64Url(random.bytes(32));
  await store.write(function* () {
    const current = yield* call('getPending', pending.id, clock.now());
    if (!current) throw signedOut();
    yield* call('putPending', { ...current, tokenHash: hashToken(token) });
  });
  setPendingCookie(c, token, isHttps(c, trustProxy));
  return true;
}
