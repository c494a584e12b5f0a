import type { Context } from 'hono';
import { HttpError, signedOut } from '../http-error.ts';
import { refuseFor } from '../routes/refuse-for.ts';
import type { Services } from '../services.ts';
import type { AccountRow, SessionRow } from '../store/account-calls.ts';
import { emailKey } from '../store/email-key.ts';
import { call, type Plan } from '../store/port.ts';
import { addressOf } from './caller-address.ts';
import type { LoginAttempt } from './rate-limits.ts';
import { isSessionAlive } from './sessions.ts';

/** An account whose password has just been given, and AUTH of it. */
export interface ProvedAccount {
  readonly account: AccountRow;
  readonly auth: string;
}

/** Asks a signed-in caller for the password anew, before what a screen that was left open must not do. Counted as a sign-in. */
export async function proveAgain(
  services: Services,
  c: Context,
  session: Pick<SessionRow, 'sub' | 'deviceId'>,
  password: string,
): Promise<ProvedAccount> {
  const { store, limits, passwords, trustProxy } = services;
  const account = await store.read(() => call('accountBySub', session.sub));
  if (!account) throw signedOut();
  const attempt: LoginAttempt = {
    address: addressOf(c, trustProxy),
    account: emailKey(account.email),
    knownDevice: session.deviceId,
  };
  refuseFor(await limits.takeLogin(attempt));
  const auth = await passwords.toAuth(password, account.kdf);
  const fits = await passwords.verifyAuth(account.authHash, auth);
  limits.endLogin(attempt, fits);
  if (!fits) throw new HttpError(400, 'That password is not right.');
  return { account, auth };
}

/**
 * Asked in the transaction that does what the password was asked for: the session that gave it goes on, and that password is the account's
 * still. Either may have ended while it was looked at; then nothing is done (401).
 */
export function* refuseUnproved(
  { familyId }: Pick<SessionRow, 'familyId'>,
  { account }: Pick<ProvedAccount, 'account'>,
  nowMs: number,
): Plan<void> {
  const current = yield* call('accountBySub', account.sub);
  if (current?.authHash !== account.authHash || !(yield* isSessionAlive(familyId, nowMs))) throw signedOut();
}
