import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './error-code.ts';
import { isInUse } from './in-use.ts';
import { databaseFile } from './manifest.ts';

const pidFile = 'server.pid';

/**
 * Leaves word in the data directory that a server runs on it, unless another one that lives has done so. Returns the way
 * to take it back, which leaves another server's word alone: a second one that finds the port taken must not hide the first.
 */
export function noteRunning(dataDir: string): () => void {
  const file = path.join(dataDir, pidFile);
  if (runningServer(dataDir) === null) writeFileSync(file, String(process.pid), { mode: 0o600 });
  return () => {
    if (readPid(dataDir) === process.pid) rmSync(file, { force: true });
  };
}

/**
 * The other process that works on this data directory, or null. Two words are asked for: a noted process number may by now
 * be somebody else's, and who has the database open may be a backup.
 */
export function otherServer(dataDir: string): number | null {
  const pid = runningServer(dataDir);
  if (pid === null || pid === process.pid) return null;
  return isInUse(path.join(dataDir, databaseFile)) ? pid : null;
}

/**
 * The process that is noted as this data directory's server, or null where none lives. A hint with a name to it: a
 * process in another container is not seen here, which is why a restore also asks the database (`isInUse`).
 */
export function runningServer(dataDir: string): number | null {
  const pid = readPid(dataDir);
  if (pid === null) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else. Everything else: no such process.
    return errorCode(error) === 'EPERM' ? pid : null;
  }
}

function readPid(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(path.join(dataDir, pidFile), 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}
