import type { Sodium } from './sodium.ts';
import { unwrapKey, wrapKey } from './account-keys.ts';

/** Whose root, of which keys, and which passkey opens it: a wrap that was moved elsewhere opens nothing. */
export interface PasskeyPlace {
  readonly sub: string;
  /** Of the account's keys. */
  readonly generation: number;
  /** The credential's id, base64url. */
  readonly credential: string;
}

const label = new TextEncoder().encode('orchid passkey 1');

/**
 * The account's root under what a passkey's PRF (WebAuthn Level 3, `prf` extension: HMAC-SHA-256 inside the authenticator, 32 bytes)
 * says to this device's salt. Only a keyed hash of that is used as a key.
 */
export function wrapByPasskey(
  sodium: Sodium,
  on: { readonly secret: Uint8Array; readonly accountRoot: Uint8Array; readonly place: PasskeyPlace },
): string {
  const key = keyOf(sodium, on.secret);
  const wrap = wrapKey(sodium, key, on.accountRoot, purposeOf(on.place));
  key.fill(0);
  return wrap;
}

/** Null where it is another passkey's, throws where bytes were tampered with. */
export function unwrapByPasskey(
  sodium: Sodium,
  on: { readonly secret: Uint8Array; readonly wrap: string; readonly place: PasskeyPlace },
): Uint8Array | null {
  const key = keyOf(sodium, on.secret);
  try {
    return unwrapKey(sodium, key, on.wrap, purposeOf(on.place));
  } finally {
    key.fill(0);
  }
}

function keyOf(sodium: Sodium, secret: Uint8Array): Uint8Array {
  return sodium.crypto_generichash(32, label, secret);
}

function purposeOf({ sub, generation, credential }: PasskeyPlace): string {
  return `orchid account root by passkey ${sub} ${generation} ${credential}`;
}
