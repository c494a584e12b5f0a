import { chmodSync, closeSync, existsSync, lstatSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What SQLite keeps beside a database. */
const besides = ['', '-wal', '-shm'] as const;

/** Makes a database's files, as far as they are there, readable by this user alone, and the database itself where it is missing. */
export function makePrivate(databaseFile: string): void {
  closeSync(openSync(databaseFile, 'a', 0o600));
  for (const end of besides) {
    const file = `${databaseFile}${end}`;
    if (existsSync(file)) chmodSync(file, 0o600);
  }
}

/** The same for every file of ours in a data directory that was there before, with whatever permissions. */
export function makePrivateDirectory(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const file = path.join(dataDir, name);
    if (isOurs.test(name) && lstatSync(file).isFile()) chmodSync(file, 0o600);
  }
}

/** Database, keys, checkpoints and the demo's mail; a directory may hold things of others. */
const isOurs =
  /^(?:orchid\.db(?:-wal|-shm)?|master\.key|server-keys\.sealed(?:\.next)?|audit-checkpoints\.ndjson|mailbox\.json(?:\.next)?|mailbox-key)$/;
