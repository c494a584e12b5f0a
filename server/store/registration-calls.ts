import type { KdfParams, KeyBundle } from '../../sync/protocol/session-message.ts';
import type { AccountRow } from './account-calls.ts';

/** What a person said of herself when she registered. */
export interface GivenFacts {
  readonly first_name: string;
  readonly last_name: string;
  readonly timezone: string;
}

/** A text that was agreed to: which version, the hash of its words, and when. */
export interface AgreedText {
  readonly text: string;
  readonly version: string;
  readonly hash: string;
  readonly at: string;
}

/** A registration that waits for its e-mail to be confirmed. There may be several of one e-mail, and one of an e-mail that has an account. */
export interface PendingRow {
  readonly id: string;
  readonly email: string;
  readonly userType: AccountRow['userType'];
  /** The account's id, once it is made. */
  readonly sub: string;
  readonly kdf: KdfParams;
  /** Server-side Argon2id of AUTH. */
  readonly authHash: string;
  readonly bundle: KeyBundle;
  readonly given: GivenFacts;
  readonly agreed: readonly AgreedText[];
  /** Ids of the invites that it brings along: used up when the account is made. */
  readonly invites: readonly string[];
  /** Of the cookie of the browser that began it; '' once that was given up. */
  readonly tokenHash: string;
  readonly createdMs: number;
  readonly endsMs: number;
}

/**
 * `confirm`: a registration. `reset`: a forgotten password. `new-email`: an address that an account asks for. `old-email`: the
 * address that it had, which may take it back.
 */
export const tokenPurposes = ['confirm', 'reset', 'new-email', 'old-email'] as const;

/** A mailed link that has not been used. */
export interface EmailTokenRow {
  readonly id: string;
  readonly hash: string;
  readonly purpose: (typeof tokenPurposes)[number];
  /** The id of what it is about. */
  readonly subject: string;
  /** The address that it is about, where it changes one; else ''. */
  readonly detail: string;
  readonly createdMs: number;
  readonly endsMs: number;
}

/** Registrations and mailed links. What has ended is answered like what never was. */
export interface RegistrationCalls {
  getPending(id: string, nowMs: number): PendingRow | undefined;
  pendingByToken(tokenHash: string, nowMs: number): PendingRow | undefined;
  /** Of one e-mail, the newest first. */
  pendingOf(email: string, nowMs: number): readonly PendingRow[];
  putPending(row: PendingRow): void;
  /** With their links. */
  dropPendingOf(email: string): void;
  emailTokenById(id: string, nowMs: number): EmailTokenRow | undefined;
  emailTokenByHash(hash: string, nowMs: number): EmailTokenRow | undefined;
  /** Takes the place of every other of the same purpose and subject: the newest alone is good. */
  putEmailToken(row: EmailTokenRow): void;
  dropEmailToken(id: string): void;
  /** All of one purpose that are about this subject. */
  dropEmailTokensOf(subject: string, purpose: EmailTokenRow['purpose']): void;
  /** Forgets what has ended. */
  pruneRegistrations(nowMs: number): void;
}
