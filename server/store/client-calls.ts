/** A device's outbox as the server knows it. `mark`: everything up to this id is settled. */
export interface ClientRow {
  readonly clientId: string;
  readonly principal: string;
  readonly mark: number;
  readonly highest: number;
  readonly deviceId: string;
}

export const outcomeKinds = ['applied', 'rejected', 'parked', 'void'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

export interface OutcomeRow {
  readonly clientId: string;
  readonly id: number;
  readonly account: string;
  /** '' where none is known (void or unreadable). */
  readonly uid: string;
  readonly digest: string;
  readonly outcome: OutcomeKind;
  readonly code: string;
  /** What a refusal says beside its code, as JSON; '' for nothing. */
  readonly detail: string;
  /** The device has processed it. */
  readonly confirmed: boolean;
  /** The uid had come before through another client; this row repeats its outcome. */
  readonly copy: boolean;
}

/** `signed-out`: what arrives under it is kept sealed until the device signs in again. */
export const depositStates = ['active', 'signed-out'] as const;
export type DepositState = (typeof depositStates)[number];

export interface DepositKeyRow {
  readonly keyId: string;
  readonly principal: string;
  readonly clientId: string;
  readonly deviceId: string;
  readonly serverKeyId: string;
  /** The key, sealed to the server's public key; base64url. */
  readonly sealed: string;
  readonly tokenHash: string;
  readonly state: DepositState;
  readonly created: string;
  /** Of its token: grows whenever a new one is made. */
  readonly generation: number;
  /** The token delivers nothing from then on. */
  readonly expiresAtMs: number;
  /** Rows that the token may still deliver. */
  readonly rowsLeft: number;
}

/** Why a box is kept aside. */
export const quarantineReasons = ['waiting', 'parked', 'revoked'] as const;

export interface QuarantineRow {
  readonly clientId: string;
  readonly id: number;
  /**
   * `waiting`: not applied yet; `parked`: its mutation failed and people look at it; `revoked`: it came after its author's
   * access had ended. The author is the account of the client id.
   */
  readonly reason: (typeof quarantineReasons)[number];
  readonly keyId: string;
  /** The box as it came, base64url; '' for a row that was sent empty. */
  readonly box: string;
  readonly at: string;
}

/** Outboxes, outcomes and deposits. */
export interface ClientCalls {
  getClient(clientId: string): ClientRow | undefined;
  putClient(row: ClientRow): void;
  /** The outboxes of this account on one device. */
  clientsOn(principal: string, deviceId: string): readonly ClientRow[];
  getOutcome(clientId: string, id: number): OutcomeRow | undefined;
  /** The outcome under which this uid was first settled for the account. */
  outcomeByUid(account: string, uid: string): OutcomeRow | undefined;
  putOutcome(row: OutcomeRow): void;
  /** Not `applied` and not confirmed, in id order, `limit` at most. */
  unconfirmedOf(clientId: string, limit: number): readonly OutcomeRow[];
  confirmUpTo(clientId: string, id: number): void;
  /** Takes a confirmation back: the device does not know of the outcome any more. */
  unconfirm(clientId: string, id: number): void;
  /** Newest `limit` with an id from `from`, in id order. */
  outcomesFrom(clientId: string, from: number, limit: number): readonly OutcomeRow[];
  getDepositKey(keyId: string): DepositKeyRow | undefined;
  depositKeyByToken(tokenHash: string): DepositKeyRow | undefined;
  putDepositKey(row: DepositKeyRow): void;
  /** The tokens of this account's devices deliver nothing any more; of all but one ('': of all). */
  expireDeposits(principal: string, exceptDevice: string): void;
  /** The tokens of this one device deliver nothing any more. */
  expireDepositsOf(principal: string, deviceId: string): void;
  /** So many rows of this key's token are used up. */
  spendDeposit(keyId: string, rows: number): void;
  setDepositState(principal: string, deviceId: string, state: DepositState): void;
  putQuarantine(row: QuarantineRow): void;
  getQuarantine(clientId: string, id: number, reason: QuarantineRow['reason']): QuarantineRow | undefined;
  /** Waiting rows of a client with ids after `after`, in id order. */
  waitingOf(clientId: string, after: number, limit: number): readonly QuarantineRow[];
  /** How much of a client lies there for this reason, in rows and in bytes of boxes. */
  quarantinedOf(clientId: string, reason: QuarantineRow['reason']): { readonly rows: number; readonly bytes: number };
  dropWaiting(clientId: string, upTo: number): void;
}
