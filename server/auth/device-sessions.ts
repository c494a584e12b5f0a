import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { AccountRow, EndReason } from '../store/account-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { endSession, startSession, type SessionTokens } from './sessions.ts';

/** How a session begins: with all that the account asks for, or by the key of a device that had done so. */
export type Beginning =
  | { readonly kind: 'full'; readonly withFactor: boolean }
  | { readonly kind: 'resume'; readonly count: number; readonly nonce: string };

export interface BegunSession extends SessionTokens {
  readonly familyId: string;
  readonly deviceKey: string;
  readonly signKey: string;
}

/**
 * Begins a session on a device. Whatever session this account had there is over, and the device key is a new one: what lay on
 * the disk for the old one opens nothing any more.
 */
export function* beginOnDevice(
  context: Parameters<typeof startSession>[0],
  on: {
    readonly account: AccountRow;
    readonly deviceId: string;
    readonly freshKey: string;
    readonly beginning: Beginning;
    readonly isRemembered: boolean;
    /** What the device calls itself, where it says so. */
    readonly name?: string | undefined;
  },
): Plan<BegunSession> {
  const { account, deviceId, freshKey, beginning, isRemembered, name } = on;
  const { sub } = account;
  const at = toInstant(context.nowMs);
  for (const row of yield* call('liveSessions', sub, deviceId)) yield* endSession(row, 'replaced', context.nowMs);
  const before = yield* call('getDevice', sub, deviceId);
  const device = before ?? {
    sub,
    deviceId,
    created: at,
    signKey: '',
    resumes: 0,
    nonce: '',
    signedInAtMs: 0,
    withFactor: false,
    name: '',
    lostAt: '',
  };
  yield* call('putDevice', {
    ...device,
    deviceKey: freshKey,
    ...(name === undefined ? {} : { name }),
    ...(beginning.kind === 'full'
      ? { signedInAtMs: context.nowMs, withFactor: beginning.withFactor }
      : { resumes: beginning.count, nonce: beginning.nonce }),
  });
  yield* call('setDepositState', sub, deviceId, 'active');
  const started = yield* startSession(context, account, { deviceId, isRemembered });
  const { familyId } = started.session;
  yield* call('addAudit', {
    at,
    actor: sub,
    action: beginning.kind === 'full' ? 'session.start' : 'session.resume',
    subject: canonicalJson({ family: familyId, device: deviceId }),
  });
  return { ...started, familyId, deviceKey: freshKey, signKey: device.signKey };
}

interface Ending {
  readonly nowMs: number;
  readonly reason: Extract<EndReason, 'everywhere' | 'password'>;
  /** The session that goes on, with its device; default: none does. */
  readonly except?: { readonly familyId: string; readonly deviceId: string };
}

/** Ends every session of an account, all that its devices may do by themselves, and its calendars elsewhere; the next sign-in of each begins anew. */
export function* endEverywhere(sub: string, { nowMs, reason, except }: Ending): Plan<void> {
  for (const row of yield* call('liveSessions', sub, null))
    if (row.familyId !== except?.familyId) yield* endSession(row, reason, nowMs);
  for (const device of yield* call('devicesOf', sub)) {
    if (device.deviceId !== except?.deviceId) yield* call('putDevice', { ...device, deviceKey: '', signKey: '' });
  }
  // [FD-1] What other programs fetch goes with them.
  yield* call('endFeeds', sub);
  // What these devices hold stays there, and goes out with their next sign-in.
  yield* call('expireDeposits', sub, except?.deviceId ?? '');
}

/** Ends the session of these tokens' family, where it lives. */
export function* endFamily(familyId: string, reason: EndReason, nowMs: number): Plan<void> {
  const session = yield* call('getSession', familyId);
  if (session) yield* endSession(session, reason, nowMs);
}
