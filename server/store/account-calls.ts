import type { Json } from '../../sync/core/record.ts';
import type { KdfParams, KeyBundle } from '../../sync/protocol/session-message.ts';

/** The spec's kinds of account. */
export const userTypes = ['member', 'orchid_pro'] as const;

/** An identity that signs in. `profile` holds the spec's `user_info` fields beside those named here. */
export interface AccountRow {
  readonly sub: string;
  readonly email: string;
  readonly userType: (typeof userTypes)[number];
  readonly kdf: KdfParams;
  /** Server-side Argon2id of AUTH. */
  readonly authHash: string;
  readonly bundle: KeyBundle;
  readonly profile: Readonly<Record<string, Json>>;
  readonly created: string;
  readonly modified: string;
  /** Asks for a second factor beside the password. */
  readonly withFactor: boolean;
}

/** Why a session is over. `lock`: the screen was locked. `replaced`: this device began another one. `everywhere`: from another device. `password`: the account's password or e-mail is another one now. `put_away`, `lost`: its owner said so elsewhere. */
export const endReasons = [
  'logout',
  'lock',
  'replaced',
  'everywhere',
  'password',
  'put_away',
  'lost',
  'idle',
  'expired',
  'reuse',
] as const;
export type EndReason = (typeof endReasons)[number];

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
  /** Its cookies outlive the browser. */
  readonly isRemembered: boolean;
  /** '' while it lives. */
  readonly endedReason: '' | EndReason;
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
  /** Public half of the device's own Ed25519 key, base64url; '' where none is registered or the device was signed out. */
  readonly signKey: string;
  /** Highest count of a resume taken from it, and the nonce of that one. */
  readonly resumes: number;
  readonly nonce: string;
  /** The last sign-in with everything that the account asked for then; 0: never. */
  readonly signedInAtMs: number;
  /** Whether that was with a second factor. */
  readonly withFactor: boolean;
  /** What it calls itself, in fixed words; '' where it has not said. */
  readonly name: string;
  /** Since when it counts as lost, an instant; '' where it does not. */
  readonly lostAt: string;
}

/** Accounts, sessions and devices. */
export interface AccountCalls {
  accountByEmail(email: string): AccountRow | undefined;
  accountBySub(sub: string): AccountRow | undefined;
  putAccount(row: AccountRow): void;
  countAccounts(): number;
  getSession(familyId: string): SessionRow | undefined;
  putSession(row: SessionRow): void;
  /** Sessions of this account that have not been ended, on one device or (null) on all. */
  liveSessions(sub: string, deviceId: string | null): readonly SessionRow[];
  /** When each device of this account was last active in a session, whether that has ended or not. */
  lastActiveOf(sub: string): readonly { readonly deviceId: string; readonly activeAtMs: number }[];
  /** Sessions that nobody has ended and that were last active before then, the longest idle first. */
  idleSessions(beforeMs: number, limit: number): readonly SessionRow[];
  getAccessToken(hash: string): AccessTokenRow | undefined;
  putAccessToken(row: AccessTokenRow): void;
  dropAccessTokens(familyId: string): void;
  pruneAccessTokens(nowMs: number): void;
  getDevice(sub: string, deviceId: string): DeviceRow | undefined;
  devicesOf(sub: string): readonly DeviceRow[];
  /** Public half of a device's own key; '' where there is none. Asked with many requests: nothing is opened for it. */
  getSignKey(sub: string, deviceId: string): string;
  /** Since when a device counts as lost; '' where it does not, or is not there. Asked with every push: nothing is opened for it. */
  lostSince(sub: string, deviceId: string): string;
  putDevice(row: DeviceRow): void;
}
