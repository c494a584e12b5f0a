import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { wasHere } from './auth/cookies.ts';

/** The start script: 7 % smaller than gzip's. The last two steps take 7 % more off and fourteen times as long (684 beside 50 ms). */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const packings = {
  br: (plain: Uint8Array) => promisify(brotliCompress)(plain, brotliOptions),
  gzip: (plain: Uint8Array) => promisify(gzip)(plain),
} as const;
type Packing = keyof typeof packings;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.pack': 'application/octet-stream',
};
const compressible = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.json',
  '.webmanifest',
  '.svg',
  '.wasm',
  '.txt',
  '.pack',
]);

/** Pages that look otherwise where a link has brought something along (`?link#…`): painted for who comes without anything. */
const paintedAlone: ReadonlySet<string> = new Set(['member-register']);

/** A file in memory, packed once for each way in which somebody has asked for it. */
class Held {
  readonly mtimeMs: number;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly #packed = new Map<Packing, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(mtimeMs: number, plain: Uint8Array<ArrayBuffer>) {
    this.mtimeMs = mtimeMs;
    this.plain = plain;
  }

  packedBy(packing: Packing): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#packed.get(packing);
    if (known) return known;
    const made = packings[packing](this.plain).then((bytes) => new Uint8Array(bytes));
    this.#packed.set(packing, made);
    // What failed once is tried again by whoever asks next.
    made.catch(() => this.#packed.delete(packing));
    return made;
  }
}

/**
 * The built client. Hashed files are immutable; `index.html`, the service worker and the rest are asked for again each
 * time. A navigation to an unknown path outside `/api` gets `index.html`: the client's router knows what it is. A browser
 * that was never here gets the page as it was painted when the client was built (`first-paint.config.ts`), where there is one.
 */
export function staticFiles(distDir: string): MiddlewareHandler {
  const held = new Map<string, Held>();

  async function load(name: string): Promise<Held | null> {
    const file = path.join(distDir, name);
    const info = await stat(file).catch(() => null);
    if (!info?.isFile()) return null;
    const known = held.get(name);
    if (known?.mtimeMs === info.mtimeMs) return known;
    const fresh = new Held(info.mtimeMs, new Uint8Array(await readFile(file)));
    held.set(name, fresh);
    return fresh;
  }

  async function first(
    names: readonly (string | null)[],
  ): Promise<{ readonly name: string; readonly file: Held } | null> {
    for (const name of names) {
      const file = name === null ? null : await load(name);
      if (name !== null && file) return { name, file };
    }
    return null;
  }

  return async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const name = isRead ? toFileName(c.req.path) : null;
    if (name === null || c.req.path.startsWith('/api/')) return next();
    const wantsPage = (c.req.header('accept') ?? '').includes('text/html');
    const isAlone = paintedAlone.has(name) && new URL(c.req.url).search !== '';
    const painted = wantsPage && !isAlone && !wasHere(c) ? paintedName(name) : null;
    const found = await first([painted, name, wantsPage ? 'index.html' : null]);
    if (!found) return next();
    const { name: served, file } = found;
    c.header('content-type', types[path.extname(served)] ?? 'application/octet-stream');
    c.header('cache-control', served.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    c.header('vary', 'accept-encoding, accept, cookie');
    const packing = compressible.has(path.extname(served)) ? packingFor(c.req.header('accept-encoding') ?? '') : null;
    if (!packing) return c.body(file.plain);
    c.header('content-encoding', packing);
    return c.body(await file.packedBy(packing));
  };
}

/** The smallest that the browser takes. */
function packingFor(accepted: string): Packing | null {
  const names = accepted.split(',').map((one) => one.split(';')[0]?.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null;
}

/** Where the page of this path lies as HTML, if it is one of those. */
function paintedName(name: string): string {
  return `pages/${name === 'index.html' ? 'home' : name}.html`;
}

/** The file that a path names, inside the folder; null where it leads out of it. */
function toFileName(urlPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    // Not a path of ours.
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null;
  const name = path.posix.normalize(decoded).replace(/^\/+/, '');
  if (name.startsWith('..')) return null;
  return name === '' || name.endsWith('/') ? 'index.html' : name;
}
