import type { Json } from '../../sync/core/record.ts';
import type { KdfParams, KeyBundle } from '../../sync/protocol/session-message.ts';

/** An identity that signs in. `profile` holds the spec's `user_info` fields beside those named here. */
export interface AccountRow {
  readonly sub: string;
  readonly email: string;
  readonly userType: 'member' | 'orchid_pro';
  readonly kdf: KdfParams;
  /** Server-side Argon2id of AUTH. */
  readonly authHash: string;
  readonly bundle: KeyBundle;
  readonly profile: Readonly<Record<string, Json>>;
  readonly created: string;
  readonly modified: string;
}

/** One signed-in device: a family of refresh tokens, of which exactly one generation is current. */
export interface SessionRow {
  readonly familyId: string;
  readonly sub: string;
  readonly deviceId: string;
  readonly generation: number;
  readonly rotatedAtMs: number;
  /** Newest generation whose access token came back: its answer has arrived. */
  readonly seenGeneration: number;
  readonly createdAtMs: number;
  readonly activeAtMs: number;
  readonly endsAtMs: number;
  /** '' while it lives. */
  readonly endedReason: '' | 'logout' | 'idle' | 'expired' | 'reuse';
}

export interface AccessTokenRow {
  readonly hash: string;
  readonly familyId: string;
  readonly generation: number;
  readonly expiresAtMs: number;
}

export interface DeviceRow {
  readonly sub: string;
  readonly deviceId: string;
  /** base64url; '' once forgotten. */
  readonly deviceKey: string;
  readonly created: string;
}

/** Accounts, sessions and devices. */
export interface AccountCalls {
  accountByEmail(email: string): AccountRow | undefined;
  accountBySub(sub: string): AccountRow | undefined;
  putAccount(row: AccountRow): void;
  countAccounts(): number;
  getSession(familyId: string): SessionRow | undefined;
  putSession(row: SessionRow): void;
  getAccessToken(hash: string): AccessTokenRow | undefined;
  putAccessToken(row: AccessTokenRow): void;
  dropAccessTokens(familyId: string): void;
  pruneAccessTokens(nowMs: number): void;
  getDevice(sub: string, deviceId: string): DeviceRow | undefined;
  putDevice(row: DeviceRow): void;
}
