type Text = Uint8Array | string;

interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
  readonly keyType: string;
}

/**
 * What of libsodium the device calls, once it is ready: loaded after sign-in and handed in, never part of the initial route. Bytes come
 * as bytes: what would put them in letters is not shipped.
 */
export interface Sodium {
  crypto_aead_xchacha20poly1305_ietf_decrypt(
    secretNonce: null,
    ciphertext: Uint8Array,
    additional: Text | null,
    nonce: Uint8Array,
    key: Uint8Array,
  ): Uint8Array;
  crypto_aead_xchacha20poly1305_ietf_encrypt(
    message: Text,
    additional: Text | null,
    secretNonce: null,
    nonce: Uint8Array,
    key: Uint8Array,
  ): Uint8Array;
  crypto_box_seal(message: Text, publicKey: Uint8Array): Uint8Array;
  crypto_box_seed_keypair(seed: Uint8Array): KeyPair;
  crypto_generichash(length: number, message: Text, key: Text | null): Uint8Array;
  crypto_kdf_derive_from_key(length: number, id: number, context: string, key: Uint8Array): Uint8Array;
  crypto_sign_detached(message: Text, privateKey: Uint8Array): Uint8Array;
  crypto_sign_seed_keypair(seed: Uint8Array): KeyPair;
  crypto_sign_verify_detached(signature: Uint8Array, message: Text, publicKey: Uint8Array): boolean;
  memcmp(one: Uint8Array, other: Uint8Array): boolean;
  randombytes_buf(length: number): Uint8Array;
}

/** By name: the build leaves all else of the library out (`sodium.config.ts`). */
export const sodiumFunctions = [
  'crypto_aead_xchacha20poly1305_ietf_decrypt',
  'crypto_aead_xchacha20poly1305_ietf_encrypt',
  'crypto_box_seal',
  'crypto_box_seed_keypair',
  'crypto_generichash',
  'crypto_kdf_derive_from_key',
  'crypto_sign_detached',
  'crypto_sign_seed_keypair',
  'crypto_sign_verify_detached',
  'memcmp',
  'randombytes_buf',
] as const satisfies readonly (keyof Sodium)[];

/** None of it is forgotten in the list. */
type Forgotten = Exclude<keyof Sodium, (typeof sodiumFunctions)[number]>;
true satisfies [Forgotten] extends [never] ? true : Forgotten;
