import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '../../sync/ports.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { BackupError } from './backup-error.ts';
import { checkDatabase } from './check-database.ts';
import { checkKeys } from './check-keys.ts';
import { syncDirectory, syncToDisk } from './durable.ts';
import { databaseFile, hashFiles, requiredFiles, sideFiles, writeManifest, type Manifest } from './manifest.ts';

/**
 * Copies a data directory that may be in use: everything acknowledged before the call is in the copy, and on the disk
 * when this returns. The database is one snapshot (`VACUUM INTO` reads in a single transaction and holds up no writer),
 * then read again in full and opened with the copied keys. The copy holds the master key: whoever has it can read
 * everything, so nobody but this user can open the directory or a file of it.
 */
export async function takeBackup(options: {
  readonly dataDir: string;
  readonly to: string;
  readonly clock: Clock;
}): Promise<Manifest> {
  const { dataDir, to, clock } = options;
  if (!existsSync(path.join(dataDir, databaseFile))) throw new BackupError(`There is no database in ${dataDir}.`);
  const missing = requiredFiles.filter((name) => !existsSync(path.join(dataDir, name)));
  if (missing.length > 0) throw new BackupError(`Nothing can be restored without ${missing.join(', ')} in ${dataDir}.`);
  if (existsSync(to) && readdirSync(to).length > 0) throw new BackupError(`${to} is not empty.`);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  chmodSync(to, 0o700);
  const at = toInstant(clock.now());
  // Checkpoints first: none may speak of audit rows that the snapshot does not hold yet.
  const copied = sideFiles.filter((name) => existsSync(path.join(dataDir, name)));
  for (const name of copied) {
    copyFileSync(path.join(dataDir, name), path.join(to, name));
    chmodSync(path.join(to, name), 0o600);
  }
  copyDatabase(path.join(dataDir, databaseFile), path.join(to, databaseFile));
  const facts = checkDatabase(path.join(to, databaseFile));
  checkKeys(to);
  const files = await hashFiles(to, [databaseFile, ...copied]);
  const content: Manifest = { format: 'orchid-backup-1', at, ...facts, files };
  writeManifest(to, content);
  syncDirectory(to);
  syncToDisk(path.dirname(path.resolve(to)));
  return content;
}

function copyDatabase(from: string, to: string): void {
  // Made before it is filled: SQLite would make a file that others may read, and takes an empty one as it is.
  writeFileSync(to, '', { mode: 0o600, flag: 'wx' });
  const db = new Database(from, { readonly: true });
  try {
    db.pragma('busy_timeout = 5000');
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
}
