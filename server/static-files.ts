import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';

const compress = promisify(gzip);

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
};
const compressible = new Set(['.html', '.js', '.mjs', '.css', '.json', '.webmanifest', '.svg', '.wasm', '.txt']);

interface Held {
  readonly mtimeMs: number;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer> | null;
}

/**
 * The built client. Hashed files are immutable; `index.html`, the service worker and the rest are asked for again each
 * time. A navigation to an unknown path outside `/api` gets `index.html`: the client's router knows what it is.
 */
export function staticFiles(distDir: string): MiddlewareHandler {
  const held = new Map<string, Held>();

  async function load(name: string): Promise<Held | null> {
    const file = path.join(distDir, name);
    const info = await stat(file).catch(() => null);
    if (!info?.isFile()) return null;
    const known = held.get(name);
    if (known?.mtimeMs === info.mtimeMs) return known;
    const plain = new Uint8Array(await readFile(file));
    const packed = compressible.has(path.extname(name)) ? new Uint8Array(await compress(plain)) : null;
    const fresh: Held = { mtimeMs: info.mtimeMs, plain, packed };
    held.set(name, fresh);
    return fresh;
  }

  return async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const name = isRead ? toFileName(c.req.path) : null;
    if (name === null || c.req.path.startsWith('/api/')) return next();
    const wantsPage = (c.req.header('accept') ?? '').includes('text/html');
    const direct = await load(name);
    const file = direct ?? (wantsPage ? await load('index.html') : null);
    if (!file) return next();
    const served = direct ? name : 'index.html';
    c.header('content-type', types[path.extname(served)] ?? 'application/octet-stream');
    c.header('cache-control', served.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    c.header('vary', 'accept-encoding, accept');
    const packs = file.packed && (c.req.header('accept-encoding') ?? '').includes('gzip');
    if (packs) c.header('content-encoding', 'gzip');
    return c.body(packs && file.packed ? file.packed : file.plain);
  };
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
