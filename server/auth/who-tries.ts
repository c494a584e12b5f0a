import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { AccountRow } from '../store/account-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { isKnownDevice } from './known-device.ts';

/** Whose e-mail it is, and whether that account has signed in on the asking device before. */
export function* whoTries(
  c: Context,
  email: string,
): Plan<{ readonly account: AccountRow | undefined; readonly knownDevice: string | null }> {
  const account = yield* call('accountByEmail', email);
  const deviceId = getCookie(c, 'orchid_device_id') ?? '';
  return { account, knownDevice: (yield* isKnownDevice(deviceId, account?.sub)) ? deviceId : null };
}
