/** The account root of one account under its recovery code. The server has the code of none. */
export interface RecoveryRow {
  readonly sub: string;
  /** Of the account's keys when it was made: it opens no other. */
  readonly generation: number;
  readonly wrap: string;
  readonly made: string;
}

/** Recovery codes; one for each account at most. */
export interface RecoveryCalls {
  getRecovery(sub: string): RecoveryRow | undefined;
  putRecovery(row: RecoveryRow): void;
  dropRecovery(sub: string): void;
}
