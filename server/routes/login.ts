import type { Context } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';
import type * as v from 'valibot';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import {
  initiateAuthRequest,
  preLoginRequest,
  type deviceKeyResponse,
  type InitiateAuthResponse,
  type preLoginResponse,
} from '../../sync/protocol/session-message.ts';
import { clearSessionCookies, ensureDeviceId, isHttps, readRefreshCookie, setSessionCookies } from '../auth/cookies.ts';
import { endSession, idleLimitMs, renewSession, startSession, type SessionTokens } from '../auth/sessions.ts';
import { readRefreshToken } from '../auth/tokens.ts';
import { HttpError, notFound, signedOut } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { emailKey } from '../store/email-key.ts';
import { call, type Plan } from '../store/port.ts';
import { idleOf, type RouteRegistry } from './registry.ts';

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
      refuseFor(await limits.takePreLogin(addressOf(c, trustProxy)));
      const email = emailKey(body.username_or_email);
      const account = await store.read(() => call('accountByEmail', email));
      const answer: v.InferOutput<typeof preLoginResponse> = { kdf: account?.kdf ?? passwords.decoyKdf(email) };
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
      refuseFor(await limits.takeLogin(addressOf(c, trustProxy), email));
      const account = await store.read(() => call('accountByEmail', email));
      const auth = await passwords.toAuth(body.password, account?.kdf ?? passwords.decoyKdf(email));
      const fits = await passwords.verifyAuth(account?.authHash, auth);
      if (!fits || !account) throw new HttpError(400, 'Incorrect email or password.');
      return c.json(await signIn(services, c, account));
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/renew_access_token',
    audience: 'public',
    relation: 'the session whose refresh cookie is sent',
    handle: async (c) => {
      const https = isHttps(c, trustProxy);
      const token = readRefreshCookie(c, https);
      if (token === undefined) throw signedOut();
      const context = { nowMs: clock.now(), tokenKey: services.secrets.tokenKey };
      const tokens = await store.write(() => renewSession(context, token, idleOf(c)));
      if (!tokens) {
        clearSessionCookies(c, https);
        throw signedOut();
      }
      setSessionCookies(c, tokens, https);
      return c.json({ ok: true });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/logout',
    audience: 'public',
    relation: 'the session whose cookies are sent; without one, nothing',
    handle: async (c) => {
      const https = isHttps(c, trustProxy);
      const token = readRefreshCookie(c, https);
      const parts = token === undefined ? null : readRefreshToken(services.secrets.tokenKey, token);
      if (parts) await store.write(() => logOut(parts.familyId, clock.now()));
      services.sealer.nudge();
      clearSessionCookies(c, https);
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
      const answer: v.InferOutput<typeof deviceKeyResponse> = { sub, device_key: device.deviceKey };
      return c.json(answer);
    },
  });
}

async function signIn(services: Services, c: Context, account: AccountRow): Promise<InitiateAuthResponse> {
  const { store, clock, random, secrets } = services;
  const https = isHttps(c, services.trustProxy);
  const deviceId = ensureDeviceId(c, random, https);
  const context = { nowMs: clock.now(), random, tokenKey: secrets.tokenKey };
  const freshKey = toBase64Url(random.bytes(32));
  const started = await store.write(() => startDeviceSession(context, { account, deviceId, freshKey }));
  services.sealer.nudge();
  setSessionCookies(c, started, https);
  const [deposit] = secrets.deposit;
  return {
    nextStep: 'success',
    sub: account.sub,
    kdf: account.kdf,
    bundle: account.bundle,
    device_key: started.deviceKey,
    idle_limit_ms: idleLimitMs,
    ...(deposit ? { server_key: { id: deposit.id, public: toBase64Url(deposit.publicKey) } } : {}),
  };
}

function* startDeviceSession(
  context: Parameters<typeof startSession>[0],
  on: { readonly account: AccountRow; readonly deviceId: string; readonly freshKey: string },
): Plan<SessionTokens & { readonly deviceKey: string }> {
  const { account, deviceId, freshKey } = on;
  const at = toInstant(context.nowMs);
  const device = yield* call('getDevice', account.sub, deviceId);
  const deviceKey = device?.deviceKey || freshKey;
  if (device?.deviceKey !== deviceKey) {
    yield* call('putDevice', { sub: account.sub, deviceId, deviceKey, created: device?.created ?? at });
  }
  yield* call('setDepositState', account.sub, deviceId, 'active');
  const started = yield* startSession(context, account, deviceId);
  yield* call('addAudit', {
    at,
    actor: account.sub,
    action: 'session.start',
    subject: canonicalJson({ family: started.session.familyId, device: deviceId }),
  });
  return { ...started, deviceKey };
}

function* logOut(familyId: string, nowMs: number): Plan<void> {
  const session = yield* call('getSession', familyId);
  if (session) yield* endSession(session, 'logout', nowMs);
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw new HttpError(429, 'Too many attempts. Please wait a moment.', seconds);
}

/** The caller's address, for counting attempts only. */
function addressOf(c: Context, trustProxy: boolean): string {
  if (trustProxy) return c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? 'unknown';
  // Absent where the app is called without a network, as in tests.
  return c.env && typeof c.env === 'object' && 'incoming' in c.env
    ? (getConnInfo(c).remote.address ?? 'unknown')
    : 'local';
}
