import type * as v from 'valibot';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { signKeyStatement } from '../../sync/core/device-statements.ts';
import { toInstant } from '../../sync/core/instant.ts';
import {
  resumeNonceRequest,
  resumeRequest,
  signKeyRequest,
  type ResumeRequest,
  type signKeyResponse,
} from '../../sync/protocol/session-message.ts';
import { addressOf } from '../auth/caller-address.ts';
import { answerBegun } from '../auth/begin-session.ts';
import { isHttps, readRefreshCookie } from '../auth/cookies.ts';
import { isSignedBy } from '../auth/device-proof.ts';
import { beginOnDevice, endFamily } from '../auth/device-sessions.ts';
import { ownOrigin } from '../auth/origin-check.ts';
import { judgeResume, makeNonce } from '../auth/resume.ts';
import { endSession, isSessionAlive } from '../auth/sessions.ts';
import { readRefreshToken } from '../auth/tokens.ts';
import { HttpError, notFound, signedOut } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { SessionRow } from '../store/account-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { refuseFor } from './refuse-for.ts';
import type { RouteRegistry } from './registry.ts';

/** A device's own key: how it is registered, and how the device comes back by it without a password. */
export function addResumeRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, random, secrets, limits, trustProxy } = services;

  routes.add({
    method: 'POST',
    path: '/api/login/v1/sign_key',
    audience: 'session',
    relation: "the device that this session lives on; signed by the caller's account key",
    body: signKeyRequest,
    handle: async (c, { caller, body }) => {
      const { sub, deviceId } = caller.session;
      if (body.device !== deviceId) throw notFound();
      const account = await store.read(() => call('accountBySub', sub));
      const statement = signKeyStatement({ account: sub, device: deviceId, public: body.public });
      if (!account || !isSignedBy(services.sodium, account.bundle.sign_public, statement, body.signature)) {
        throw new HttpError(422, [{ msg: 'The signature does not fit.', loc: ['body', 'signature'] }]);
      }
      const resumes = await store.write(() =>
        keepSignKey(caller.session, { publicKey: body.public, name: body.device_name, nowMs: clock.now() }),
      );
      const answer: v.InferOutput<typeof signKeyResponse> = { resumes };
      return c.json(answer);
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/resume_nonce',
    audience: 'public',
    relation: 'a number for one use, of any account and device',
    body: resumeNonceRequest,
    handle: async (c, { body }) => {
      refuseFor(await limits.takeResume(addressOf(c, trustProxy), body));
      return c.json({ nonce: makeNonce(services, body) });
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/login/v1/resume',
    audience: 'public',
    relation: 'the account on whose device this was signed',
    body: resumeRequest,
    handle: async (c, { body }) => {
      refuseFor(await limits.takeResume(addressOf(c, trustProxy), body));
      const context = { nowMs: clock.now(), random, tokenKey: secrets.tokenKey };
      const before = readRefreshToken(secrets.tokenKey, readRefreshCookie(c, isHttps(c, trustProxy)) ?? '');
      const freshKey = toBase64Url(random.bytes(32));
      const begun = await store.write(function* () {
        const account = yield* call('accountBySub', body.sub);
        const device = yield* call('getDevice', body.sub, body.device);
        const origin = ownOrigin(c, trustProxy);
        const verdict = judgeResume(services, body, { origin, account, device });
        if (verdict === 'copied') yield* tellOfCopy(body, context.nowMs);
        if (verdict !== 'ok' || !account) return null;
        if (before) yield* endFamily(before.familyId, 'replaced', context.nowMs);
        const beginning = { kind: 'resume', count: body.count, nonce: body.nonce } as const;
        const isRemembered = body.remember_me ?? true;
        const name = body.device_name;
        const on = { account, deviceId: body.device, freshKey, beginning, isRemembered, name };
        const session = yield* beginOnDevice(context, on);
        return { account, session };
      });
      if (!begun) throw signedOut();
      return c.json(answerBegun(services, c, { account: begun.account, deviceId: body.device, begun: begun.session }));
    },
  });
}

/** A key that was there before is replaced, with its count: a new one has resumed nothing yet. */
function* keepSignKey(
  { familyId, sub, deviceId }: Pick<SessionRow, 'familyId' | 'sub' | 'deviceId'>,
  { publicKey, name, nowMs }: { readonly publicKey: string; readonly name: string | undefined; readonly nowMs: number },
): Plan<number> {
  // [DV-2] It was ended between the look at it and this: then the device gets no key by which it comes back.
  if (!(yield* isSessionAlive(familyId, nowMs))) throw signedOut();
  const device = yield* call('getDevice', sub, deviceId);
  if (!device) return 0;
  const isSame = device.signKey === publicKey;
  const named = { ...device, name: name ?? device.name };
  if (!isSame) yield* call('putDevice', { ...named, signKey: publicKey, resumes: 0, nonce: '' });
  else if (named.name !== device.name) yield* call('putDevice', named);
  return isSame ? device.resumes : 0;
}

/**
 * Somebody signed with this device's key who is behind it: the account's own record says so, the key is worth nothing any
 * more, and whoever has a session there by it has to sign in as well.
 */
function* tellOfCopy(request: ResumeRequest, nowMs: number): Plan<void> {
  for (const row of yield* call('liveSessions', request.sub, request.device)) yield* endSession(row, 'reuse', nowMs);
  const device = yield* call('getDevice', request.sub, request.device);
  if (device) yield* call('putDevice', { ...device, signKey: '' });
  yield* call('addAudit', {
    at: toInstant(nowMs),
    actor: request.sub,
    action: 'session.copied_device',
    subject: canonicalJson({ device: request.device, count: request.count }),
  });
}
