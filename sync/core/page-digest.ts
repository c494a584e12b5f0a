import { toBase64Url } from './base64url.ts';

/** How the digest stands at the end of a page's last line, after all that it is over. */
const signed = /^(.*),"digest":"([A-Za-z0-9_-]{22})"\}$/s;

/** What the digest of a page is over: its lines, the last one as it was before the digest was put into it. */
export function digestedText(before: readonly string[], end: string): string {
  return [...before, end].join('\n');
}

/** The last line of a page with the digest in it: the first 16 bytes of BLAKE2b-512 of `digestedText`, as base64url. */
export function withDigest(end: string, hash: Uint8Array): string {
  return `${end.slice(0, -1)},"digest":"${toBase64Url(hash.subarray(0, 16))}"}`;
}

/** The hash that a device makes: BLAKE2b, as many bytes as asked for. */
interface Hashing {
  crypto_generichash(length: number, message: string, key: null): Uint8Array;
}

/**
 * [PL-2] Whether a page that names its digest came as it left. It finds what a proxy, a memory or a disk on the way has
 * changed; who could make another page could make another digest too.
 */
export function isUnchanged(sodium: Hashing, lines: readonly string[]): boolean {
  const [, rest, digest] = signed.exec(lines.at(-1) ?? '') ?? [];
  if (rest === undefined || digest === undefined) return false;
  const text = digestedText(lines.slice(0, -1), `${rest}}`);
  return toBase64Url(sodium.crypto_generichash(64, text, null).subarray(0, 16)) === digest;
}
