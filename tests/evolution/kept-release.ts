import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { fromBase64Url, toBase64Url } from '../../sync/core/base64url.ts';
import { jsonSchema } from '../../sync/protocol/mutation-message.ts';
import type { Body, ReplicaRow, ReplicaStore, ReplicaTable, StoreResult } from '../../sync/ports.ts';

const tables = ['base', 'overlay', 'outbox', 'attention', 'meta'] as const satisfies readonly ReplicaTable[];

const rowSchema = v.object({
  k: v.string(),
  x: v.optional(v.array(v.string())),
  s: v.optional(v.string()),
  v: v.optional(v.number()),
  z: v.optional(v.string()),
  m: v.optional(jsonSchema),
});

/** What a release left behind: a device's sealed database with work waiting, and the server's data directory. */
const releaseSchema = v.object({
  /** What the build called itself: `registryStamp`. */
  registry: v.string(),
  replicaLayout: v.number(),
  now: v.string(),
  replica: v.record(v.string(), v.array(rowSchema)),
  /** Files of the data directory: gzip, base64. */
  server: v.record(v.string(), v.string()),
  keys: v.record(v.string(), v.object({ kek: v.string(), auth: v.string() })),
});
export type KeptRelease = v.InferOutput<typeof releaseSchema>;

export const releasesDir = path.join(import.meta.dirname, 'releases');

export function readRelease(name: string): KeptRelease {
  return v.parse(releaseSchema, JSON.parse(fs.readFileSync(path.join(releasesDir, name, 'release.json'), 'utf8')));
}

export function writeRelease(name: string, release: KeptRelease): void {
  fs.mkdirSync(path.join(releasesDir, name), { recursive: true });
  fs.writeFileSync(path.join(releasesDir, name, 'release.json'), `${JSON.stringify(release, null, 1)}\n`);
}

/** All rows of a store, as text. */
export async function dumpStore(store: ReplicaStore): Promise<KeptRelease['replica']> {
  const found = await store.read(function* (): Body<readonly StoreResult[]> {
    return yield tables.map((table) => ({ op: 'range', table, by: 'k', from: '', to: '~' }) as const);
  });
  return Object.fromEntries(
    tables.map((table, index) => [
      table,
      (found[index] ?? []).flatMap((row) =>
        row ? [v.parse(rowSchema, { ...row, ...(row.z ? { z: toBase64Url(row.z) } : {}) })] : [],
      ),
    ]),
  );
}

/** The rows as they lay in their store. */
export function rowsOf(release: KeptRelease): readonly (readonly [ReplicaTable, readonly ReplicaRow[]])[] {
  return tables.map((table) => [
    table,
    (release.replica[table] ?? []).map(
      ({ z, ...row }) => ({ ...row, ...(z ? { z: fromBase64Url(z) } : {}) }) as ReplicaRow,
    ),
  ]);
}

export function packDir(dir: string): KeptRelease['server'] {
  const names = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => fs.statSync(path.join(dir, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name, gzipSync(fs.readFileSync(path.join(dir, name)), { level: 9 }).toString('base64')]),
  );
}

export function unpackDir(files: KeptRelease['server'], dir: string): void {
  for (const [name, packed] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
    fs.writeFileSync(path.join(dir, name), gunzipSync(Buffer.from(packed, 'base64')), { mode: 0o600 });
  }
}
