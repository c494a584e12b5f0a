import { createHmac } from 'node:crypto';
import { fromBase64Url, toBase64Url } from '../../sync/core/base64url.ts';
import { open, seal } from '../store/body-seal.ts';
import { emailKey } from '../store/email-key.ts';

const place = 'email-preference-token';
/** An address fills so many bytes, or twice as many: its own length is not told. */
const blockBytes = 64;
const smallestBytes = 12 + 16 + blockBytes;

/**
 * [EP-2] What a mail carries for whoever gets it to say what they want: the address, sealed under a key of its own (`body-seal.ts`).
 * It has no end, and is the same each time, so that a mail which is sent twice is the same mail: its iv follows from the address.
 */
export function preferenceToken(tokenKey: Uint8Array, email: string): string {
  const address = Buffer.from(emailKey(email));
  const padded = Buffer.alloc(Math.ceil((address.length + 1) / blockBytes) * blockBytes);
  address.copy(padded);
  const { sealing, naming } = keysOf(tokenKey);
  const iv = createHmac('sha256', naming).update(padded).digest();
  return toBase64Url(seal(sealing, place, padded, { bytes: (length) => iv.subarray(0, length) }));
}

/** The address that a token names; null for whatever this server did not make. */
export function readPreferenceToken(tokenKey: Uint8Array, token: string): string | null {
  try {
    return open(keysOf(tokenKey).sealing, place, bytesOf(token)).toString('utf8').replace(/\0+$/, '');
  } catch {
    // Not of this server, or not whole: nothing is told of which.
    return null;
  }
}

/** What is no token at all is opened like any other, so that it takes as long. */
function bytesOf(token: string): Uint8Array {
  try {
    const bytes = fromBase64Url(token);
    return bytes.length < smallestBytes ? Buffer.alloc(smallestBytes) : bytes;
  } catch {
    // Letters that are none of ours.
    return Buffer.alloc(smallestBytes);
  }
}

function keysOf(tokenKey: Uint8Array): { readonly sealing: Uint8Array; readonly naming: Uint8Array } {
  const derive = (purpose: string): Uint8Array => createHmac('sha256', tokenKey).update(`${place}|${purpose}`).digest();
  return { sealing: derive('seal'), naming: derive('iv') };
}
