import { assert } from './assert.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const codes = new Uint8Array(128).fill(255);
for (let index = 0; index < alphabet.length; index += 1) codes[alphabet.charCodeAt(index)] = index;
const letters = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0));
const ascii = new TextDecoder();

/** Unpadded base64url (RFC 4648 §5). Works on codes in one buffer: a flush encodes a thousand rows. */
export function toBase64Url(bytes: Uint8Array): string {
  const out = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let at = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const word = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    out[at++] = letters[(word >> 18) & 63]!;
    out[at++] = letters[(word >> 12) & 63]!;
    if (left > 1) out[at++] = letters[(word >> 6) & 63]!;
    if (left > 2) out[at++] = letters[word & 63]!;
  }
  return ascii.decode(out);
}

/** The inverse; throws on any character outside the alphabet. */
export function fromBase64Url(text: string): Uint8Array {
  assert(text.length % 4 !== 1, 'base64url has no such length');
  const out = new Uint8Array(Math.floor((text.length * 3) / 4));
  let at = 0;
  for (let index = 0; index < text.length; index += 4) {
    let word = 0;
    const group = Math.min(4, text.length - index);
    for (let part = 0; part < 4; part += 1) {
      const code = part < group ? (codes[text.charCodeAt(index + part)] ?? 255) : 0;
      assert(code !== 255, 'not base64url');
      word = (word << 6) | code;
    }
    out[at++] = (word >> 16) & 255;
    if (group > 2) out[at++] = (word >> 8) & 255;
    if (group > 3) out[at++] = word & 255;
  }
  return out;
}
