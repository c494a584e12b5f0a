import type { Context } from 'hono';
import type * as v from 'valibot';
import { toBase64Url } from '../../sync/core/base64url.ts';
import {
  unconfirmedCode,
  initiateAuthRequest,
  logoutEverywhereRequest,
  preLoginRequest,
  type deviceKeyResponse,
  type InitiateAuthResponse,
  type preLoginResponse,
} from '../../sync/protocol/session-message.ts';
import { addressOf } from '../auth/caller-address.ts';
import {
  clearSessionCookies,
  ensureDeviceId,
  isHttps,
  readEndedCookie,
  readRefreshCookie,
  setEndedCookie,
  setPendingCookie,
  setSessionCookies,
} from '../auth/cookies.ts';
import { answerBegun } from '../auth/begin-session.ts';
import { proveIdle } from '../auth/device-proof.ts';
import { proveAgain } from '../auth/prove-again.ts';
import { beginOnDevice, endEverywhere, endFamily } from '../auth/device-sessions.ts';
import type { LoginAttempt } from '../auth/rate-limits.ts';
import { renewSession } from '../auth/sessions.ts';
import { addressMark, readRefreshToken } from '../auth/tokens.ts';
import { whoTries } from '../auth/who-tries.ts';
import { HttpError, notFound, signedOut } from '../http-error.ts';
import { noticeNewDevice } from '../mail/new-device-mail.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { emailKey } from '../store/email-key.ts';
import type { EndReason } from '../store/account-calls.ts';
import { call } from '../store/port.ts';
import { refuseFor } from './refuse-for.ts';
import { adoptRegistration } from './registration.ts';
import type { RouteRegistry } from './registry.ts';

const unconfirmedMessage = 'Your email is not confirmed yet. Please open the link in the mail that we sent you.';

/** `/api/login/v1`: from a password to a session, and back. */
export function addLoginRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, passwords, limits, trustProxy } = services;

  routes.add({
    method: 'POST',
    path: '/api/login/v1/pre_login',
    audience: 'public',
    relation: 'derivation parameters of any e-mail; steady decoys for unknown ones',
    body: preLoginRequest,
    handle: async (c, { body }) => {
      const email = emailKey(body.username_or_email);
      const { account, knownDevice } = await store.read(() => whoTries(c, email));
      // As with the sign-in itself: what others behind its address ask keeps no device out on which this account has signed in.
      const from = knownDevice === null ? addressOf(c, trustProxy) : `device|${knownDevice}|${email}`;
      refuseFor(await limits.takePreLogin(from));
      // Made for everybody: what is spared where there is an account would tell.
      const decoy = passwords.decoyKdf(email);
      const answer: v.InferOutput<typeof preLoginResponse> = { kdf: account?.kdf ?? decoy };
      return c.json(answer);
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/initiate_auth',
    audience: 'public',
    relation: 'the account whose password is given',
    body: initiateAuthRequest,
    handle: async (c, { body }) => {
      const email = emailKey(body.username_or_email);
      const address = addressOf(c, trustProxy);
      const { account, knownDevice } = await store.read(() => whoTries(c, email));
      const attempt: LoginAttempt = { address, account: email, knownDevice };
      const waitS = await limits.takeLogin(attempt);
      if (waitS > 0) await noteAttempt(services, { address, account, action: 'sign-in.limited' });
      refuseFor(waitS);
      const auth = await passwords.toAuth(body.password, account?.kdf ?? passwords.decoyKdf(email));
      const fits = await passwords.verifyAuth(account?.authHash, auth);
      const isSignedIn = fits && account !== undefined;
      const isWaiting = !isSignedIn && (await adoptRegistration(services, c, email, auth));
      limits.endLogin(attempt, isSignedIn || isWaiting);
      // Said to whoever knows the password, and to nobody else.
      if (isWaiting) return c.json({ detail: unconfirmedMessage, code: unconfirmedCode }, 400);
      if (!isSignedIn) {
        await noteAttempt(services, { address, account, action: 'sign-in.failed' });
        throw new HttpError(400, 'Incorrect email or password.');
      }
      return c.json(await signIn(services, c, { account, isRemembered: body.remember_me ?? true }));
    },
  });

  /** [AV-1] Each renewal is a write. */
  const limitRenewal = (address: string, token: string): void => {
    const { requestLimits, secrets } = services;
    refuseFor(requestLimits.takeAddress('read', address));
    const parts = readRefreshToken(secrets.tokenKey, token);
    if (parts) refuseFor(requestLimits.takeCaller('read', `family|${parts.familyId}`));
  };

  routes.add({
    method: 'POST',
    path: '/api/login/v1/renew_access_token',
    audience: 'public',
    relation: 'the session whose refresh cookie is sent',
    handle: async (c) => {
      const https = isHttps(c, trustProxy);
      const token = readRefreshCookie(c, https);
      if (token === undefined) throw signedOut();
      limitRenewal(addressOf(c, trustProxy), token);
      const context = { nowMs: clock.now(), tokenKey: services.secrets.tokenKey };
      const tokens = await store.write(() => renewSession(context, token, proveIdle(services, c)));
      if (!tokens) {
        clearSessionCookies(c, https);
        // [LO-1] What a limit has ended, as what a lock has: a log-out that follows must say which device it is of.
        if (readRefreshToken(services.secrets.tokenKey, token)) setEndedCookie(c, token, https);
        throw signedOut();
      }
      setSessionCookies(c, tokens, https);
      return c.json({ ok: true });
    },
  });

  /** Ends the session whose cookies are sent, and takes them back; without one it does nothing. */
  const endHere = async (c: Context, reason: EndReason): Promise<Response> => {
    const https = isHttps(c, trustProxy);
    const token = readRefreshCookie(c, https) ?? (reason === 'logout' ? readEndedCookie(c) : undefined);
    const parts = token === undefined ? null : readRefreshToken(services.secrets.tokenKey, token);
    if (parts) await store.write(() => endFamily(parts.familyId, reason, clock.now()));
    services.sealer.nudge();
    clearSessionCookies(c, https);
    if (reason === 'logout') setPendingCookie(c, '', https);
    // [LK-3] A log-out after the lock ends the trust in the device, too.
    if (reason === 'logout') setEndedCookie(c, '', https);
    else if (token !== undefined && parts) setEndedCookie(c, token, https);
    return c.json({ ok: true });
  };

  routes.add({
    method: 'POST',
    path: '/api/login/v1/logout',
    audience: 'public',
    relation: 'the session whose cookies are sent; without one, nothing',
    handle: (c) => endHere(c, 'logout'),
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/lock',
    audience: 'public',
    relation: 'the session whose cookies are sent; without one, nothing. The device keeps its own key and delivers on',
    handle: (c) => endHere(c, 'lock'),
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/logout_everywhere',
    audience: 'session',
    relation: "every session and device of the caller's own account; asks for the password anew",
    body: logoutEverywhereRequest,
    handle: async (c, { caller, body }) => {
      const { sub } = caller.session;
      await proveAgain(services, c, caller.session, body.password);
      await store.write(() => endEverywhere(sub, { nowMs: clock.now(), reason: 'everywhere' }));
      services.sealer.nudge();
      clearSessionCookies(c, isHttps(c, trustProxy));
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'GET',
    path: '/api/login/v1/device_key',
    audience: 'session',
    relation: 'the key of the device that this session lives on',
    handle: async (c, { caller }) => {
      const { sub, deviceId } = caller.session;
      const device = await store.read(() => call('getDevice', sub, deviceId));
      if (!device || device.deviceKey === '') throw notFound();
      const answer: v.InferOutput<typeof deviceKeyResponse> = {
        sub,
        device_key: device.deviceKey,
        session: caller.session.familyId,
        device: deviceId,
        ...(device.signKey === '' ? {} : { sign_key: device.signKey }),
      };
      return c.json(answer);
    },
  });
}

async function signIn(
  services: Services,
  c: Context,
  { account, isRemembered }: { readonly account: AccountRow; readonly isRemembered: boolean },
): Promise<InitiateAuthResponse> {
  const { store, clock, random, secrets, trustProxy, mailer, practiceZone } = services;
  const https = isHttps(c, trustProxy);
  const deviceId = ensureDeviceId(c, random, https);
  const context = { nowMs: clock.now(), random, tokenKey: secrets.tokenKey };
  const freshKey = toBase64Url(random.bytes(32));
  // Another account's session in this browser is over with it: its cookies are replaced.
  const before = readRefreshToken(secrets.tokenKey, readRefreshCookie(c, https) ?? '');
  const begun = await store.write(function* () {
    if (before) yield* endFamily(before.familyId, 'replaced', context.nowMs);
    // Nobody is told where nothing can be: a mail that waits for a server to be set would tell of what is long past.
    if (mailer.leaves) yield* noticeNewDevice({ nowMs: context.nowMs, zone: practiceZone }, account.sub, deviceId);
    const beginning = { kind: 'full', withFactor: false } as const;
    return yield* beginOnDevice(context, { account, deviceId, freshKey, beginning, isRemembered });
  });
  services.jobs.kick();
  return { ...answerBegun(services, c, { account, deviceId, begun }), kdf: account.kdf, bundle: account.bundle };
}

/** Whose account it was, where there is one; never the e-mail, and the address only as a mark that tells two apart. */
async function noteAttempt(
  services: Services,
  attempt: { readonly address: string; readonly account: AccountRow | undefined; readonly action: string },
): Promise<void> {
  const { action, account, address } = attempt;
  const from = addressMark(services.secrets.tokenKey, address);
  const isFirst = await services.traces.note({ actor: account?.sub ?? 'nobody', action, subject: { from } });
  if (isFirst) services.log.info(action, { account: account?.sub ?? 'nobody', from });
}
