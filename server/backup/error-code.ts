/** The code of an error of the system or of SQLite (`EBUSY`, `SQLITE_BUSY`); empty where it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
