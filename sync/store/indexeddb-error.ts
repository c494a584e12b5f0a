import { StoreError, type StoreErrorCode } from './store-error.ts';

/** A browser's storage failure as one of ours; `null` for what is no storage failure (a bug in a body). */
export function toStoreError(error: unknown): StoreError | null {
  if (error instanceof StoreError) return error;
  // A row that cannot be stored at all is a bug of ours; every other word of the browser is one about its storage.
  if (!(error instanceof DOMException) || error.name === 'DataCloneError') return null;
  return new StoreError(codesByName[error.name] ?? 'failed', { cause: error });
}

const codesByName: Readonly<Record<string, StoreErrorCode>> = {
  QuotaExceededError: 'quota',
  InvalidStateError: 'lost-handle',
  UnknownError: 'lost-handle',
  TransactionInactiveError: 'failed',
  ReadOnlyError: 'failed',
  AbortError: 'failed',
  VersionError: 'closed-by-update',
  DataError: 'failed',
};
