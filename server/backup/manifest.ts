import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';

/** The database, and what it cannot be opened or trusted without. */
export const databaseFile = 'orchid.db';
export const sideFiles = ['master.key', 'server-keys.sealed', 'audit-checkpoints.ndjson'] as const;

const manifestFile = 'manifest.json';

const manifest = v.object({
  format: v.literal('orchid-backup-1'),
  at: v.string(),
  epoch: v.string(),
  records: v.number(),
  /** SHA-256 of each file, hexadecimal. */
  files: v.record(v.string(), v.string()),
});
export type Manifest = v.InferOutput<typeof manifest>;

export function writeManifest(dir: string, content: Manifest): void {
  writeFileSync(path.join(dir, manifestFile), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Throws where there is none, or it is none of ours. */
export function readManifest(dir: string): Manifest {
  return v.parse(manifest, JSON.parse(readFileSync(path.join(dir, manifestFile), 'utf8')));
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Names of files that are not what the manifest says; empty where all are. */
export async function damagedFiles(dir: string, { files }: Manifest): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const [name, expected] of Object.entries(files)) {
    const found = await hashFile(path.join(dir, name)).catch(() => '');
    if (found !== expected) damaged.push(name);
  }
  return damaged;
}
