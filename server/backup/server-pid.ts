import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const pidFile = 'server.pid';

/** Leaves word in the data directory that a server runs on it. Returns the way to take it back. */
export function noteRunning(dataDir: string): () => void {
  const file = path.join(dataDir, pidFile);
  writeFileSync(file, String(process.pid), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** The process that serves this data directory, or null where none lives. */
export function runningServer(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(path.join(dataDir, pidFile), 'utf8'));
    if (!Number.isInteger(pid) || pid <= 0) return null;
    process.kill(pid, 0);
    return pid;
  } catch {
    // No such file, or no such process.
    return null;
  }
}
