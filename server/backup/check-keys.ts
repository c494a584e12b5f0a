import path from 'node:path';
import Database from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { readSecrets } from '../secrets.ts';
import { createScopeKeys } from '../store/scope-keys.ts';
import { bodyBytes } from '../store/sqlite-records.ts';
import { record } from '../store/sqlite-schema.ts';
import { BackupError } from './backup-error.ts';
import { databaseFile } from './manifest.ts';

/** Opens the server's own secrets and, where there is one, a sealed record with the master key that lies in `dir`. */
export function checkKeys(dir: string): void {
  const raw = new Database(path.join(dir, databaseFile), { readonly: true, fileMustExist: true });
  try {
    const { masterKey } = readSecrets(dir);
    const db = drizzle({ client: raw });
    const sealed = db.select().from(record).where(eq(record.sealed, 1)).limit(1).get();
    if (sealed) bodyBytes(createScopeKeys(db, { masterKey, random: noRandom }), sealed);
  } catch (error) {
    throw new BackupError('The keys in master.key and server-keys.sealed do not open the database.', { cause: error });
  } finally {
    raw.close();
  }
}

const noRandom = {
  bytes: (): never => {
    throw new Error('reading makes no keys');
  },
};
