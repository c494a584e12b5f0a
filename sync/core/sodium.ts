import type SodiumModule from 'libsodium-wrappers';

/**
 * What of libsodium the device calls. The build leaves all else of it out (`sodium.config.ts`), so a function is there for the app if it
 * stands in this list.
 */
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
] as const satisfies readonly (keyof typeof SodiumModule)[];

/** libsodium, once it is ready: loaded after sign-in and handed in, never part of the initial route. */
export type Sodium = Pick<typeof SodiumModule, (typeof sodiumFunctions)[number]>;
