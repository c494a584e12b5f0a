import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '../../sync/ports.ts';
import { assert } from '../../sync/core/assert.ts';

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM: `iv(12) || tag(16) || ciphertext`, bound to `place`. NIST SP 800-38D; one random iv per call. */
export function seal(key: Uint8Array, place: string, plain: Uint8Array, random: Random): Buffer {
  const iv = random.bytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(place));
  const text = cipher.update(plain);
  // GCM is a stream: the end brings no more bytes, and the tag.
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** The inverse; throws where key, place or bytes do not fit. */
export function open(key: Uint8Array, place: string, sealed: Uint8Array): Buffer {
  assert(sealed.length >= ivBytes + tagBytes, 'sealed bytes have an iv and a tag');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const plain = decipher.update(sealed.subarray(ivBytes + tagBytes));
  decipher.final();
  return plain;
}
