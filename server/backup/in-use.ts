import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { BackupError } from './backup-error.ts';
import { errorCode } from './error-code.ts';

/**
 * Whether any process has this database open. A server holds its write-ahead log open for as long as it lives, and
 * SQLite leaves that journal mode only for the last connection, so the answer is true across users, containers and
 * lost pid files. Where nobody has it, what the log still held is in the database afterwards.
 */
export function isInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const db = new Database(file, { fileMustExist: true, timeout: 0 });
    try {
      db.pragma('journal_mode = DELETE');
      return false;
    } finally {
      db.close();
    }
  } catch (error) {
    const code = errorCode(error);
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return true;
    // A database that is damaged is a reason to restore, and no server can work on it.
    if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) return false;
    throw new BackupError(`It cannot be told whether a server is running: ${file} answers ${code}.`, { cause: error });
  }
}
