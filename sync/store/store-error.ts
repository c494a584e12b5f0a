/** Why storage failed; decided on by `code`, never by a browser's text. */
export type StoreErrorCode = 'quota' | 'lost-handle' | 'closed-by-update' | 'crashed' | 'absent' | 'failed';

/** A storage failure. The transaction it came from changed nothing, or its outcome must be read back by id. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, options?: ErrorOptions) {
    super(`replica store: ${code}`, options);
    this.code = code;
  }
}

/** Whether a read failed for a reason that may pass: not where another build has taken the database over. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof StoreError && error.code !== 'closed-by-update';
}
