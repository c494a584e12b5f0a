import type { Context } from 'hono';
import { toBase64Url } from '../../sync/core/base64url.ts';
import type { InitiateAuthResponse } from '../../sync/protocol/session-message.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { isHttps, setSessionCookies } from './cookies.ts';
import type { BegunSession } from './device-sessions.ts';
import { idleLimitMs } from './sessions.ts';

/** Sets the cookies of a session that has begun, and says what its device needs to know of it. */
export function answerBegun(
  services: Services,
  c: Context,
  on: { readonly account: AccountRow; readonly deviceId: string; readonly begun: BegunSession },
): InitiateAuthResponse {
  const { account, deviceId, begun } = on;
  services.sealer.nudge();
  setSessionCookies(c, begun, isHttps(c, services.trustProxy));
  const [deposit] = services.secrets.deposit;
  return {
    nextStep: 'success',
    sub: account.sub,
    device_key: begun.deviceKey,
    idle_limit_ms: idleLimitMs,
    session: begun.familyId,
    device: deviceId,
    ...(begun.signKey === '' ? {} : { sign_key: begun.signKey }),
    ...(deposit ? { server_key: { id: deposit.id, public: toBase64Url(deposit.publicKey) } } : {}),
  };
}
