import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64Url } from './base64url.ts';

/** 144 bits: 24 characters. Ids that devices chose, in builds of before, have 22. */
const idBytes = 18;

/**
 * The ids of what a mutation makes: `base64url(SHA-256(label, principal, uid, n))`, cut to 24 characters. They follow from who
 * made it and its uid, so device and server come to the same ones, and nobody chooses an id or can hit somebody else's.
 */
export function derivedIds(principal: string, uid: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const text = ['orchid-id-1', principal, uid, String(index)].join('\0');
    return toBase64Url(sha256(new TextEncoder().encode(text)).subarray(0, idBytes));
  });
}
