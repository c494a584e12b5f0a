import type { Random } from '../ports.ts';
import { toBase64Url } from './base64url.ts';

/** A new id: 16 random bytes, 22 characters of base64url. Random, not time-ordered: an id in the clear tells no time. */
export function newId(random: Random): string {
  return toBase64Url(random.bytes(16));
}
