import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../sync/ports.ts';
import { newId } from '../../sync/core/new-id.ts';

/** What is stored of a token: its SHA-256. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

function mac(key: Uint8Array, ...parts: readonly string[]): string {
  return createHmac('sha256', key)
    .update(parts.map((part) => `${part.length}:${part}`).join(''))
    .digest('base64url');
}

/**
 * A family of refresh tokens is one sign-in of one device. Each generation follows from the one before by the server's
 * key alone, so ten tabs that renew at once, or a device whose answer was lost, get the same successor.
 */
export function refreshToken(key: Uint8Array, familyId: string, generation: number): string {
  return `${familyId}.${generation}.${mac(key, 'refresh', familyId, String(generation))}`;
}

/** The access token that goes with a generation of the family. */
export function accessToken(key: Uint8Array, familyId: string, generation: number): string {
  return mac(key, 'access', familyId, String(generation));
}

/** The upload-only token of a device's deposit key; within a generation, registering the key again gives the same one. */
export function depositToken(key: Uint8Array, keyId: string, clientId: string, generation: number): string {
  return `dep_${mac(key, 'deposit', keyId, clientId, ...(generation === 0 ? [] : [String(generation)]))}`;
}

/** What a mailed link carries: it follows from its row by the server's key alone, so that a copy of the database opens nothing. */
export function emailToken(key: Uint8Array, purpose: string, id: string): string {
  return mac(key, 'email-token', purpose, id);
}

/** A steady salt for an e-mail that nobody has, so that asking tells nothing. 16 bytes. */
export function decoySalt(key: Uint8Array, email: string): Uint8Array {
  return createHmac('sha256', key).update(`decoy|${email}`).digest().subarray(0, 16);
}

/** What stands for an address in logs: the same one looks the same, and nobody without the key says which it is. */
export function addressMark(key: Uint8Array, address: string): string {
  return mac(key, 'address', address).slice(0, 16);
}

export function newFamilyId(random: Random): string {
  return newId(random);
}

/** Family and generation of a refresh token that this server made; null for anything else. */
export function readRefreshToken(
  key: Uint8Array,
  token: string,
): { readonly familyId: string; readonly generation: number } | null {
  const match = /^([A-Za-z0-9_-]{22})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(token);
  const [, familyId, digits] = match ?? [];
  if (familyId === undefined || digits === undefined) return null;
  const generation = Number(digits);
  return isEqual(refreshToken(key, familyId, generation), token) ? { familyId, generation } : null;
}

function isEqual(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
