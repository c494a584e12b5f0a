import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packParts, packPath, type PackedPart } from './worker/packed-parts.ts';

/** What the build makes, and as what the server answers it (`server/static-files.ts`). */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

interface Listed {
  readonly url: string;
  readonly revision: string | null;
}

/**
 * Once the files are listed that a device stores: those that a first visit has not fetched already, in one (`worker/packed-parts.ts`).
 * Pages and workers are not in it, whose answers carry a policy of their own.
 */
export async function writePack(outDir: string, listed: readonly Listed[]): Promise<void> {
  const page = await readFile(path.join(outDir, 'index.html'), 'utf8');
  const packed: PackedPart[] = [];
  for (const { url } of listed.toSorted((one, other) => (one.url < other.url ? -1 : 1))) {
    const type = types[path.extname(url)];
    if (!url.startsWith('assets/') || type === undefined || page.includes(`/${url}`)) continue;
    packed.push({ url, type, bytes: new Uint8Array(await readFile(path.join(outDir, url))) });
  }
  await writeFile(path.join(outDir, packPath), packParts(packed));
}
