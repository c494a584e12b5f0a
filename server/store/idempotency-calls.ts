/** What a write with an `Idempotency-Key` came to. */
export interface IdempotencyRow {
  /** Of account, route and key together: another account's or route's is another one. */
  readonly keyHash: string;
  /** Keyed digest of what was asked. */
  readonly bodyDigest: string;
  readonly atMs: number;
  /** The refusal; '' where it was applied. */
  readonly code: string;
  /** The record that it is about, and the version that this write left. */
  readonly collection: string;
  readonly recordId: string;
  readonly version: number;
}

/** Outcomes that are told again to who asks again. */
export interface IdempotencyCalls {
  getIdempotency(keyHash: string): IdempotencyRow | undefined;
  /** Takes the place of one that is there. */
  putIdempotency(row: IdempotencyRow): void;
  /** Forgets at most `limit` of before; answers how many. */
  pruneIdempotency(beforeMs: number, limit: number): number;
}
