import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { packParts, packPath, type PackedPart } from './worker/packed-parts.ts';

/** What the build makes, and as what the server answers it (`server/static-files.ts`). */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

interface Listed {
  readonly url: string;
}

/** The plugin learns where the build goes; the transform is for what lists the files, and changes nothing of the list. */
export function partsPack(): {
  readonly plugin: Plugin;
  readonly transform: <T extends Listed>(manifest: T[]) => Promise<{ manifest: T[] }>;
} {
  let outDir = '';
  let isWritten = false;
  return {
    plugin: {
      name: 'parts-pack',
      apply: 'build',
      configResolved: (config) => {
        outDir = path.resolve(config.root, config.build.outDir);
      },
      writeBundle: () => {
        isWritten = true;
      },
    },
    transform: async (manifest) => {
      // The files are listed also after a build that ended before it wrote any: what is to be read then is why it did.
      if (isWritten) await writePack(outDir, manifest);
      return { manifest };
    },
  };
}

/**
 * Once the files are listed that a device stores: those that a first visit has not fetched already, in one (`worker/packed-parts.ts`).
 * Pages and workers are not in it, whose answers carry a policy of their own.
 */
async function writePack(outDir: string, listed: readonly Listed[]): Promise<void> {
  const page = await readFile(path.join(outDir, 'index.html'), 'utf8');
  const packed: PackedPart[] = [];
  for (const { url } of listed.toSorted((one, other) => (one.url < other.url ? -1 : 1))) {
    const type = types[path.extname(url)];
    if (!url.startsWith('assets/') || type === undefined || page.includes(`/${url}`)) continue;
    packed.push({ url, type, bytes: new Uint8Array(await readFile(path.join(outDir, url))) });
  }
  await writeFile(path.join(outDir, packPath), packParts(packed));
}
