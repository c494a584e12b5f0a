import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '../../sync/ports.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { BackupError } from './backup-error.ts';
import { checkDatabase } from './check-database.ts';
import { databaseFile, hashFile, sideFiles, writeManifest, type Manifest } from './manifest.ts';

/**
 * Copies a data directory that may be in use: everything acknowledged before the call is in the copy. The database is
 * one snapshot (`VACUUM INTO` reads in a single transaction and holds up no writer), then read again in full. The copy
 * holds the master key: whoever has it can read everything.
 */
export async function takeBackup(options: {
  readonly dataDir: string;
  readonly to: string;
  readonly clock: Clock;
}): Promise<Manifest> {
  const { dataDir, to, clock } = options;
  const source = path.join(dataDir, databaseFile);
  if (!existsSync(source)) throw new BackupError(`There is no database in ${dataDir}.`);
  if (existsSync(to) && readdirSync(to).length > 0) throw new BackupError(`${to} is not empty.`);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const at = toInstant(clock.now());
  // Checkpoints first: none may speak of audit rows that the snapshot does not hold yet.
  const copied = sideFiles.filter((name) => existsSync(path.join(dataDir, name)));
  for (const name of copied) copyFileSync(path.join(dataDir, name), path.join(to, name));
  const db = new Database(source, { readonly: true });
  try {
    db.pragma('busy_timeout = 5000');
    db.prepare('VACUUM INTO ?').run(path.join(to, databaseFile));
  } finally {
    db.close();
  }
  const facts = checkDatabase(path.join(to, databaseFile));
  const names = [databaseFile, ...copied];
  const hashes = await Promise.all(names.map((name) => hashFile(path.join(to, name))));
  const files = Object.fromEntries(names.map((name, index) => [name, hashes[index] ?? '']));
  const content: Manifest = { format: 'orchid-backup-1', at, ...facts, files };
  writeManifest(to, content);
  return content;
}
