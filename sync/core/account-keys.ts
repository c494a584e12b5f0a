import type { Sodium } from './sodium.ts';
import type { KeyBundle, KdfParams } from '../protocol/session-message.ts';
import { kdfFloor } from '../protocol/session-message.ts';
import { assert } from './assert.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { canonicalJson } from './canonical-json.ts';

/**
 * password -> Argon2id -> ROOT -> KEK (never leaves the device) and AUTH (the spec's `password` field).
 * ARK, the random account root key, is wrapped under KEK and seeds the signing and box keys.
 */
export interface PasswordKeys {
  readonly kek: Uint8Array;
  /** `k1.` + base64url. */
  readonly auth: string;
}

const encoder = new TextEncoder();
const context = 'orchroot';

/** The password's normal form, so that keyboards of different systems derive the same key (RFC 8265 uses NFC; NFKC also folds width). */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/** Refuses parameters below the floor: a server that asks for less is a downgrade attack. */
export function assertKdfFloor(kdf: KdfParams): void {
  assert(kdf.ops >= kdfFloor.ops && kdf.memKiB >= kdfFloor.memKiB, 'key derivation below the floor (downgrade)');
  assert(fromBase64Url(kdf.salt).length >= 16, 'salt below the floor (downgrade)');
}

/** Splits ROOT (32 bytes from Argon2id). */
export function passwordKeys(sodium: Sodium, root: Uint8Array): PasswordKeys {
  const kek = sodium.crypto_kdf_derive_from_key(32, 1, context, root);
  const bytes = sodium.crypto_kdf_derive_from_key(32, 2, context, root);
  const auth = `k1.${toBase64Url(bytes)}`;
  bytes.fill(0);
  return { kek, auth };
}

/**
 * Wraps a 32-byte key: `commit(32) || nonce(24) || ciphertext`. XChaCha20-Poly1305 does not commit to its key, so a
 * keyed hash over nonce, ciphertext and purpose comes first (libsodium, "Robustness").
 */
export function wrapKey(sodium: Sodium, wrappingKey: Uint8Array, key: Uint8Array, purpose: string): string {
  const nonce = sodium.randombytes_buf(24);
  const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
    key,
    encoder.encode(purpose),
    null,
    nonce,
    wrappingKey,
  );
  const body = concat(nonce, sealed);
  const commit = sodium.crypto_generichash(32, concat(encoder.encode(purpose), body), wrappingKey);
  return toBase64Url(concat(commit, body));
}

/** Opens a wrap; `null` where the wrapping key is another one (a wrong password), throws where bytes were tampered with. */
export function unwrapKey(sodium: Sodium, wrappingKey: Uint8Array, wrap: string, purpose: string): Uint8Array | null {
  const bytes = fromBase64Url(wrap);
  assert(bytes.length > 32 + 24 + 16, 'a wrap has commit, nonce and tag');
  const commit = bytes.subarray(0, 32);
  const body = bytes.subarray(32);
  const expected = sodium.crypto_generichash(32, concat(encoder.encode(purpose), body), wrappingKey);
  if (!sodium.memcmp(commit, expected)) return null;
  return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
    null,
    body.subarray(24),
    encoder.encode(purpose),
    body.subarray(0, 24),
    wrappingKey,
  );
}

export interface IdentityKeys {
  readonly sign: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array };
  readonly box: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array };
}

/** The account's signing and box keys, from its root key. */
export function identityKeys(sodium: Sodium, accountRoot: Uint8Array): IdentityKeys {
  const signSeed = sodium.crypto_kdf_derive_from_key(32, 1, 'orchiden', accountRoot);
  const boxSeed = sodium.crypto_kdf_derive_from_key(32, 2, 'orchiden', accountRoot);
  const sign = sodium.crypto_sign_seed_keypair(signSeed);
  const box = sodium.crypto_box_seed_keypair(boxSeed);
  signSeed.fill(0);
  boxSeed.fill(0);
  return { sign, box };
}

/** The key that wraps replica keys: from the account root, so a changed password opens the old replica. */
export function replicaWrappingKey(sodium: Sodium, accountRoot: Uint8Array): Uint8Array {
  return sodium.crypto_kdf_derive_from_key(32, 3, 'orchiden', accountRoot);
}

/** An account whose keys are new. Its id follows from its signing key: nobody chooses one, and nobody can take another's. */
export function createAccountKeys(
  sodium: Sodium,
  options: { readonly kek: Uint8Array; readonly now: string },
): { readonly sub: string; readonly accountRoot: Uint8Array; readonly bundle: KeyBundle } {
  const accountRoot = sodium.randombytes_buf(32);
  const { sign, box } = identityKeys(sodium, accountRoot);
  sign.privateKey.fill(0);
  box.privateKey.fill(0);
  const sub = accountIdOf(sodium, toBase64Url(sign.publicKey));
  return { sub, ...createKeyBundle(sodium, { ...options, sub, accountRoot }) };
}

/** Whether a new account's id and signature are those of the signing key that its bundle names. */
export function isNewAccountOf(sodium: Sodium, sub: string, bundle: KeyBundle): boolean {
  return bundle.generation === 1 && sub === accountIdOf(sodium, bundle.sign_public) && isSelfSigned(sodium, bundle);
}

/** Whether the keys that a bundle names are signed by its own signing key. */
export function isSelfSigned(sodium: Sodium, bundle: KeyBundle): boolean {
  return isSignedBy(sodium, bundle, bundle.sign_public);
}

function accountIdOf(sodium: Sodium, signPublic: string): string {
  return toBase64Url(sodium.crypto_generichash(16, encoder.encode(`orchid account ${signPublic}`), null));
}

/** A new account's keys: what stays on the device and what the server keeps. */
export function createKeyBundle(
  sodium: Sodium,
  options: {
    readonly kek: Uint8Array;
    readonly sub: string;
    readonly now: string;
    /** Default: a new one. */
    readonly accountRoot?: Uint8Array;
    /** Of the account's keys; default: the first. */
    readonly generation?: number;
  },
): { readonly accountRoot: Uint8Array; readonly bundle: KeyBundle } {
  const { generation = 1 } = options;
  const accountRoot = options.accountRoot ?? sodium.randombytes_buf(32);
  const keys = identityKeys(sodium, accountRoot);
  const publics = {
    generation,
    sign_public: toBase64Url(keys.sign.publicKey),
    box_public: toBase64Url(keys.box.publicKey),
    created: options.now,
  };
  const signature = sodium.crypto_sign_detached(encoder.encode(canonicalJson(publics)), keys.sign.privateKey);
  return {
    accountRoot,
    bundle: {
      ...publics,
      wrap_password: wrapKey(sodium, options.kek, accountRoot, accountRootPurpose(options.sub, generation)),
      signature: toBase64Url(signature),
    },
  };
}

/** Whether a bundle's public keys are those of this root, and signed by it: what a server sends is not believed unseen. */
export function isBundleOf(sodium: Sodium, accountRoot: Uint8Array, bundle: KeyBundle): boolean {
  const { sign, box } = identityKeys(sodium, accountRoot);
  sign.privateKey.fill(0);
  box.privateKey.fill(0);
  const { sign_public, box_public } = bundle;
  if (sign_public !== toBase64Url(sign.publicKey) || box_public !== toBase64Url(box.publicKey)) return false;
  return isSignedBy(sodium, bundle, sign_public);
}

function isSignedBy(sodium: Sodium, bundle: KeyBundle, signPublic: string): boolean {
  const { generation, sign_public, box_public, created } = bundle;
  const statement = encoder.encode(canonicalJson({ generation, sign_public, box_public, created }));
  try {
    return sodium.crypto_sign_verify_detached(fromBase64Url(bundle.signature), statement, fromBase64Url(signPublic));
  } catch {
    // Not base64url, or of a wrong length: no signature.
    return false;
  }
}

/** Binds the wrapped account root to its account and generation. */
export function accountRootPurpose(sub: string, generation: number): string {
  return `orchid account root ${sub} ${generation}`;
}

/** Binds the account root that a recovery code opens. */
export function recoveryPurpose(sub: string, generation: number): string {
  return `orchid account root by recovery code ${sub} ${generation}`;
}

/** What the account signs so that a new wrap of its root takes the place of another: only who has the root can. */
export function wrapStatement(statement: {
  readonly account: string;
  readonly generation: number;
  readonly under: 'password' | 'recovery code';
  readonly wrap: string;
}): Uint8Array {
  return encoder.encode(canonicalJson({ ...statement, label: 'orchid account wrap 1' }));
}

/** A new wrap of the account root, with the account's own signature over it. */
export function signedWrap(
  sodium: Sodium,
  on: {
    readonly account: string;
    readonly generation: number;
    readonly accountRoot: Uint8Array;
    readonly under: 'password' | 'recovery code';
    readonly key: Uint8Array;
  },
): { readonly wrap: string; readonly proof: string } {
  const { account, generation, accountRoot, under, key } = on;
  const purpose = under === 'password' ? accountRootPurpose(account, generation) : recoveryPurpose(account, generation);
  const wrap = wrapKey(sodium, key, accountRoot, purpose);
  const { sign, box } = identityKeys(sodium, accountRoot);
  const proof = toBase64Url(
    sodium.crypto_sign_detached(wrapStatement({ account, generation, under, wrap }), sign.privateKey),
  );
  sign.privateKey.fill(0);
  box.privateKey.fill(0);
  return { wrap, proof };
}

/** What the account signs to register a deposit key. */
export function depositKeyStatement(statement: {
  readonly client_id: string;
  readonly key_id: string;
  readonly principal: string;
  readonly sealed: string;
  readonly server_key_id: string;
}): Uint8Array {
  return encoder.encode(canonicalJson(statement));
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}
