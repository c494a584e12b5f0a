import type { Random } from '../../sync/ports.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { AccountRow, EndReason, SessionRow } from '../store/account-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { accessToken, hashToken, newFamilyId, readRefreshToken, refreshToken } from './tokens.ts';

/** [C-380, C-389] The spec's limit of inactivity: 59 minutes. */
export const idleLimitMs = 3_540_000;
export const accessLifeMs = 10 * 60 * 1000;
/** Ten tabs that renew at once, or a lost answer, may present the token before last for this long. */
const renewGraceMs = 30_000;
/** Activity is written down at most this often. */
const touchEveryMs = 30_000;
const hourMs = 60 * 60 * 1000;
const absoluteLimitMs = { orchid_pro: 12 * hourMs, member: 30 * 24 * hourMs } as const;
const unrememberedLimitMs = 12 * hourMs;

export interface SessionTokens {
  readonly access: string;
  readonly refresh: string;
  /** Until the session ends for good. */
  readonly remainingMs: number;
  /** Its cookies outlive the browser. */
  readonly isRemembered: boolean;
}

/** Who a request comes from, by its access token. */
export interface LiveSession {
  readonly familyId: string;
  readonly sub: string;
  readonly deviceId: string;
}

/** Begins a session of one account on one device. Who does not want to be remembered there has it for 12 hours at most. */
export function* startSession(
  context: { readonly nowMs: number; readonly random: Random; readonly tokenKey: Uint8Array },
  account: AccountRow,
  { deviceId, isRemembered }: { readonly deviceId: string; readonly isRemembered: boolean },
): Plan<SessionTokens & { readonly session: LiveSession }> {
  const { nowMs, tokenKey } = context;
  const row: SessionRow = {
    familyId: newFamilyId(context.random),
    sub: account.sub,
    deviceId,
    generation: 1,
    rotatedAtMs: nowMs,
    seenGeneration: 0,
    createdAtMs: nowMs,
    activeAtMs: nowMs,
    endsAtMs: nowMs + Math.min(absoluteLimitMs[account.userType], isRemembered ? Infinity : unrememberedLimitMs),
    isRemembered,
    endedReason: '',
  };
  yield* call('putSession', row);
  const tokens = yield* issue(tokenKey, row, nowMs);
  return { ...tokens, session: { familyId: row.familyId, sub: account.sub, deviceId } };
}

/** How long ago the person acted, as far as a request proves it for a session whose device signs with this key; null: not at all. */
export type ProveIdle = (row: SessionRow, signKey: string) => number | null;

/**
 * [C-554] Renews access. The token before last is answered with the same successor while that successor cannot have
 * arrived (nobody used it yet) or for 30 s; later use of any older token is theft of one copy: the family ends.
 */
export function* renewSession(
  context: { readonly nowMs: number; readonly tokenKey: Uint8Array },
  token: string,
  prove: ProveIdle,
): Plan<SessionTokens | null> {
  const { nowMs, tokenKey } = context;
  const parts = readRefreshToken(tokenKey, token);
  const row = parts && (yield* call('getSession', parts.familyId));
  if (!parts || !row || !(yield* isAlive(row, nowMs))) return null;
  if (parts.generation === row.generation) {
    const idleMs = prove(row, yield* call('getSignKey', row.sub, row.deviceId));
    const next: SessionRow = {
      ...row,
      generation: row.generation + 1,
      rotatedAtMs: nowMs,
      activeAtMs: lastActive(row, nowMs, idleMs),
    };
    yield* call('putSession', next);
    yield* call('pruneAccessTokens', nowMs);
    return yield* issue(tokenKey, next, nowMs);
  }
  const isLost = row.seenGeneration < row.generation || nowMs - row.rotatedAtMs <= renewGraceMs;
  if (parts.generation === row.generation - 1 && isLost) return yield* issue(tokenKey, row, nowMs);
  yield* endSession(row, 'reuse', nowMs);
  return null;
}

/** The session behind an access token. `isOver`: past a limit, and not yet ended for good. */
export function* findSession(
  token: string,
  nowMs: number,
): Plan<{ readonly row: SessionRow; readonly isOver: boolean } | null> {
  const access = yield* call('getAccessToken', hashToken(token));
  if (!access || access.expiresAtMs <= nowMs) return null;
  const row = yield* call('getSession', access.familyId);
  if (!row || row.endedReason !== '') return null;
  return { row, isOver: endOf(row, nowMs) !== null };
}

/** Ends a session that is past a limit: what lies on the device for it opens nothing from here on. */
export function* endIfOver(familyId: string, nowMs: number): Plan<void> {
  const row = yield* call('getSession', familyId);
  if (row) yield* isAlive(row, nowMs);
}

/** Whether this request is worth a write: the session was last seen a while ago, or its newest token never. */
export function needsTouch(row: SessionRow, nowMs: number, idleMs: number): boolean {
  return row.seenGeneration < row.generation || nowMs - idleMs - row.activeAtMs > touchEveryMs;
}

/** Notes that the token of this generation has arrived, and where the request proves it, that the person was active. */
export function* touchSession(token: string, nowMs: number, prove: ProveIdle): Plan<void> {
  const access = yield* call('getAccessToken', hashToken(token));
  const row = access && (yield* call('getSession', access.familyId));
  if (!access || !row || row.endedReason !== '') return;
  const idleMs = prove(row, yield* call('getSignKey', row.sub, row.deviceId));
  const next: SessionRow = {
    ...row,
    activeAtMs: lastActive(row, nowMs, idleMs),
    seenGeneration: Math.max(row.seenGeneration, access.generation),
  };
  if (next.activeAtMs !== row.activeAtMs || next.seenGeneration !== row.seenGeneration) yield* call('putSession', next);
}

function lastActive(row: SessionRow, nowMs: number, idleMs: number | null): number {
  return idleMs === null ? row.activeAtMs : Math.max(row.activeAtMs, nowMs - idleMs);
}

/** Reasons after which the device is no longer trusted: it neither resumes nor delivers by itself. */
const endsTrust: ReadonlySet<EndReason> = new Set(['logout', 'reuse', 'everywhere', 'password', 'put_away', 'lost']);

/**
 * Ends a session for good: its tokens are void and the device key is forgotten, so that neither cookies nor what lies on the
 * device's disk opens anything. A lock or a limit leaves the device its own key and its deposits.
 */
export function* endSession(row: SessionRow, reason: EndReason, nowMs: number): Plan<void> {
  const { sub, deviceId } = row;
  const isOver = row.endedReason !== '';
  if (isOver && (reason !== 'logout' || endsTrust.has(row.endedReason))) return;
  // [LO-1] A log-out of what a lock or a limit had ended ends the trust in the device, unless somebody has signed in there since.
  // A session whose cookies never came back is nobody's: the answer that began it was lost.
  const since = isOver ? yield* call('liveSessions', sub, deviceId) : [];
  if (since.some(({ seenGeneration }) => seenGeneration > 0)) return;
  for (const lost of since) yield* endSession(lost, reason, nowMs);
  yield* call('putSession', { ...row, endedReason: reason });
  yield* call('dropAccessTokens', row.familyId);
  const others = yield* call('liveSessions', sub, deviceId);
  const device = yield* call('getDevice', sub, deviceId);
  if (device && (others.length === 0 || endsTrust.has(reason))) {
    yield* call('putDevice', { ...device, deviceKey: '', ...(endsTrust.has(reason) ? { signKey: '' } : {}) });
  }
  if (reason === 'logout' || reason === 'reuse') yield* call('setDepositState', sub, deviceId, 'signed-out');
  yield* call('addAudit', {
    at: toInstant(nowMs),
    actor: sub,
    action: `session.${reason}`,
    subject: canonicalJson({ family: row.familyId, device: deviceId }),
  });
}

function* isAlive(row: SessionRow, nowMs: number): Plan<boolean> {
  if (row.endedReason !== '') return false;
  const reason = endOf(row, nowMs);
  if (reason) yield* endSession(row, reason, nowMs);
  return reason === null;
}

function endOf(row: SessionRow, nowMs: number): 'idle' | 'expired' | null {
  if (nowMs >= row.endsAtMs) return 'expired';
  return nowMs - row.activeAtMs > idleLimitMs ? 'idle' : null;
}

function* issue(key: Uint8Array, row: SessionRow, nowMs: number): Plan<SessionTokens> {
  const access = accessToken(key, row.familyId, row.generation);
  yield* call('putAccessToken', {
    hash: hashToken(access),
    familyId: row.familyId,
    generation: row.generation,
    expiresAtMs: nowMs + accessLifeMs,
  });
  return {
    access,
    refresh: refreshToken(key, row.familyId, row.generation),
    remainingMs: row.endsAtMs - nowMs,
    isRemembered: row.isRemembered,
  };
}

/** Whether the session goes on, for whoever holds something open on its behalf. */
export function* isSessionAlive(familyId: string, nowMs: number): Plan<boolean> {
  const row = yield* call('getSession', familyId);
  return row !== undefined && row.endedReason === '' && endOf(row, nowMs) === null;
}
