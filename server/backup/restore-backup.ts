import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Clock, Random } from '../../sync/ports.ts';
import { newId } from '../../sync/core/new-id.ts';
import { BackupError } from './backup-error.ts';
import { beginAnew } from './begin-anew.ts';
import { checkDatabase } from './check-database.ts';
import { checkKeys } from './check-keys.ts';
import { syncDirectory, syncToDisk } from './durable.ts';
import { errorCode } from './error-code.ts';
import { isInUse } from './in-use.ts';
import { damagedFiles, databaseFile, filesOf, readManifest, type Manifest } from './manifest.ts';
import { runningServer } from './server-pid.ts';

export interface Restored {
  readonly manifest: Manifest;
  /** Where the data that lay there before was moved; null where there was none. */
  readonly before: string | null;
}

interface RestoreOptions {
  readonly from: string;
  readonly dataDir: string;
  readonly random: Random;
  readonly clock: Clock;
  /** Moves a directory; for tests that stop between two moves. */
  readonly rename?: (from: string, to: string) => void;
}

/**
 * Puts a backup in the place of a data directory. The new one is built beside it, complete and on the disk, before
 * anything is touched; then two renames. Stopped at any point, the data directory is what it was, or is not there with
 * both halves beside it (a server refuses to start then, see `openSecrets`), or is the restored one. Nothing is
 * deleted: what lay there is moved aside. What a device has not delivered goes out again, each change once.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { from, random } = options;
  const manifest = readManifest(from);
  // Behind a symbolic link the directory itself is exchanged, so that the data stay on the disk that was chosen.
  const dataDir = existsSync(options.dataDir) ? realpathSync(options.dataDir) : path.resolve(options.dataDir);
  assertStopped(dataDir);
  const suffix = newId(random).slice(0, 6);
  const staging = `${dataDir}.restoring-${suffix}`;
  try {
    await build(staging, manifest, options);
    assertStopped(dataDir);
    const before = exchange({ staging, dataDir, suffix, rename: options.rename ?? renameSync });
    return { manifest, before };
  } catch (error) {
    if (!(error instanceof HalfwayError)) rmSync(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Both halves are where the message says, and neither may be removed. */
class HalfwayError extends BackupError {}

function assertStopped(dataDir: string): void {
  const pid = runningServer(dataDir);
  if (pid !== null) {
    throw new BackupError(
      `A server is running on ${dataDir} (process ${pid}). Stop it first; if that process is none, remove server.pid.`,
    );
  }
  if (isInUse(path.join(dataDir, databaseFile))) {
    throw new BackupError(`A server is running on ${dataDir}: a process has its database open. Stop it first.`);
  }
}

async function build(staging: string, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const { from } = options;
  try {
    mkdirSync(staging, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw cannotMove(options.dataDir, error);
  }
  for (const name of filesOf(manifest)) {
    const copy = path.join(staging, name);
    try {
      copyFileSync(path.join(from, name), copy);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      throw new BackupError(`The backup is damaged: ${name} is missing.`, { cause: error });
    }
    chmodSync(copy, 0o600);
  }
  // Of the copies: what is put in place is what was checked.
  const damaged = await damagedFiles(staging, manifest);
  if (damaged.length > 0) throw new BackupError(`The backup is damaged: ${damaged.join(', ')}.`);
  const database = path.join(staging, databaseFile);
  checkDatabase(database);
  checkKeys(staging);
  beginAnew(database, options);
  syncDirectory(staging);
}

/** Returns where the old directory is now. Undoes the first rename where the second one fails. */
function exchange(places: {
  readonly staging: string;
  readonly dataDir: string;
  readonly suffix: string;
  readonly rename: (from: string, to: string) => void;
}): string | null {
  const { staging, dataDir, suffix, rename } = places;
  const isTaken = existsSync(dataDir) && readdirSync(dataDir).length > 0;
  const before = isTaken ? `${dataDir}.before-${suffix}` : null;
  try {
    if (before !== null) rename(dataDir, before);
  } catch (error) {
    throw cannotMove(dataDir, error);
  }
  try {
    rename(staging, dataDir);
  } catch (error) {
    if (before !== null) moveBack({ before, dataDir, staging, rename });
    throw cannotMove(dataDir, error);
  }
  syncToDisk(path.dirname(dataDir));
  return before;
}

function moveBack(places: {
  readonly before: string;
  readonly dataDir: string;
  readonly staging: string;
  readonly rename: (from: string, to: string) => void;
}): void {
  const { before, dataDir, staging, rename } = places;
  try {
    rename(before, dataDir);
  } catch (error) {
    throw new HalfwayError(
      `${dataDir} is not in its place: rename ${before} for the data as they were, or ${staging} for the restored ones.`,
      { cause: error },
    );
  }
}

/** A mount point, or a parent directory that belongs to somebody else: nothing was changed. */
function cannotMove(dataDir: string, error: unknown): BackupError {
  const code = errorCode(error);
  if (code === '') throw error;
  return new BackupError(
    `${dataDir} cannot be exchanged as a whole (${code}), as a mount point cannot: nothing was changed; restore with DATA_DIR set to a new directory inside it, and start the server with the same DATA_DIR.`,
    { cause: error },
  );
}
