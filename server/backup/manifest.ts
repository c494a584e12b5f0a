import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { BackupError } from './backup-error.ts';
import { errorCode } from './error-code.ts';

/** The database, and what it cannot be opened or trusted without. */
export const databaseFile = 'orchid.db';
export const sideFiles = ['master.key', 'server-keys.sealed', 'audit-checkpoints.ndjson'] as const;
/** Without one of these a backup is none. A practice whose audit has no checkpoint yet has no file of them. */
export const requiredFiles = [databaseFile, 'master.key', 'server-keys.sealed'] as const;

const manifestFile = 'manifest.json';
/** SHA-256, hexadecimal. */
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const manifest = v.object({
  format: v.literal('orchid-backup-1'),
  at: v.string(),
  epoch: v.string(),
  records: v.number(),
  /** The hash of each file. The names are ours: a manifest never says where to write. */
  files: v.strictObject({
    [databaseFile]: hash,
    'master.key': hash,
    'server-keys.sealed': hash,
    'audit-checkpoints.ndjson': v.exactOptional(hash),
  }),
});
export type Manifest = v.InferOutput<typeof manifest>;
export type BackupFile = keyof Manifest['files'];

export function writeManifest(dir: string, content: Manifest): void {
  writeFileSync(path.join(dir, manifestFile), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Throws `BackupError` where there is none, or it is none of ours, or a file is missing from it or foreign to it. */
export function readManifest(dir: string): Manifest {
  try {
    return v.parse(manifest, JSON.parse(readFileSync(path.join(dir, manifestFile), 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new BackupError(`There is no backup in ${dir}.`, { cause: error });
    if (!(error instanceof SyntaxError || v.isValiError(error))) throw error;
    throw new BackupError(`The backup is damaged or incomplete: ${manifestFile}.`, { cause: error });
  }
}

/** The files that a manifest speaks of. */
export function filesOf({ files }: Manifest): readonly BackupFile[] {
  const names: readonly BackupFile[] = [databaseFile, ...sideFiles];
  return names.filter((name) => files[name] !== undefined);
}

/** The manifest's `files` of a directory that holds these. */
export async function hashFiles(dir: string, names: readonly BackupFile[]): Promise<Manifest['files']> {
  const hashes = await Promise.all(names.map(async (name) => [name, await hashFile(path.join(dir, name))] as const));
  return v.parse(manifest.entries.files, Object.fromEntries(hashes));
}

async function hashFile(file: string): Promise<string> {
  const sha = createHash('sha256');
  await pipeline(createReadStream(file), sha);
  return sha.digest('hex');
}

/** Names of files that are not what the manifest says; empty where all are. */
export async function damagedFiles(dir: string, content: Manifest): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const name of filesOf(content)) {
    const found = await hashFile(path.join(dir, name));
    if (found !== content.files[name]) damaged.push(name);
  }
  return damaged;
}
