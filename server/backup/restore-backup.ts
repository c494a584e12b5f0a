import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Random } from '../../sync/ports.ts';
import { newId } from '../../sync/core/new-id.ts';
import { BackupError } from './backup-error.ts';
import { checkDatabase } from './check-database.ts';
import { damagedFiles, databaseFile, readManifest, type Manifest } from './manifest.ts';
import { runningServer } from './server-pid.ts';

export interface Restored {
  readonly manifest: Manifest;
  /** Where the data that lay there before was moved; null where there was none. */
  readonly before: string | null;
}

/**
 * Puts a backup in the place of a data directory. Nothing is deleted: what lay there is moved aside. The database gets
 * a new epoch, so that every device fetches anew instead of going on from a history that is no more; what a device has
 * not delivered goes out again, each change once.
 */
export async function restoreBackup(options: {
  readonly from: string;
  readonly dataDir: string;
  readonly random: Random;
}): Promise<Restored> {
  const { from, dataDir, random } = options;
  const manifest = readManifest(from);
  const damaged = await damagedFiles(from, manifest);
  if (damaged.length > 0) throw new BackupError(`The backup is damaged: ${damaged.join(', ')}.`);
  checkDatabase(path.join(from, databaseFile));
  const pid = runningServer(dataDir);
  if (pid !== null) throw new BackupError(`A server is running on ${dataDir} (process ${pid}). Stop it first.`);

  const before = moveAside(dataDir, newId(random).slice(0, 6));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of Object.keys(manifest.files)) copyFileSync(path.join(from, name), path.join(dataDir, name));
  const db = new Database(path.join(dataDir, databaseFile));
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.prepare("UPDATE meta SET value = ? WHERE key = 'epoch'").run(newId(random));
  } finally {
    db.close();
  }
  return { manifest, before };
}

function moveAside(dataDir: string, suffix: string): string | null {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return null;
  const before = `${path.resolve(dataDir)}.before-${suffix}`;
  renameSync(dataDir, before);
  return before;
}
