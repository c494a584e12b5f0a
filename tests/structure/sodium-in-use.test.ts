import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import whole from 'libsodium-wrappers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withoutUnused, withoutUnusedWrappers } from '../../sodium.config.ts';
import { sodiumFunctions, type Sodium } from '../../sync/core/sodium.ts';

const code = fs.readFileSync('node_modules/libsodium/dist/modules-esm/libsodium.mjs', 'utf8');
const wrapperCode = fs.readFileSync(fileURLToPath(import.meta.resolve('libsodium-wrappers')), 'utf8');
let dir: string;
let small: Sodium & Record<string, unknown> & { readonly ready: Promise<void> };

/** The library as a build ships it, beside the one that it was made of. */
beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-sodium-'));
  const packed = path.join(dir, 'node_modules/libsodium');
  fs.mkdirSync(packed, { recursive: true });
  fs.writeFileSync(path.join(packed, 'index.mjs'), await withoutUnused(code));
  fs.writeFileSync(path.join(packed, 'package.json'), '{"name":"libsodium","type":"module","exports":"./index.mjs"}');
  const wrappers = path.join(dir, 'wrappers.mjs');
  fs.writeFileSync(wrappers, withoutUnusedWrappers(wrapperCode));
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(wrappers).href)) as { default: typeof small };
  await Promise.all([loaded.default.ready, whole.ready]);
  small = loaded.default;
});
afterAll(() => fs.rmSync(dir, { recursive: true }));

describe('libsodium as it is shipped', () => {
  test('has every function that the app calls, and is smaller by a third at least', async () => {
    for (const name of sodiumFunctions) expect(typeof small[name], name).toBe('function');
    expect(small['crypto_hash_sha3512']).toBeUndefined();
    expect(Object.keys(small).filter((name) => name.startsWith('crypto_')).length).toBeLessThan(20);
    expect((await withoutUnused(code)).length).toBeLessThan((code.length * 2) / 3);
  });

  test('says the same as all of it', () => {
    const seed = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
    const said = (sodium: Sodium) => {
      const key = sodium.crypto_kdf_derive_from_key(32, 3, 'orchrows', seed);
      const [nonce, message] = [key.subarray(0, 24), new TextEncoder().encode('a note '.repeat(300))];
      const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(message, key, null, nonce, key);
      const sign = sodium.crypto_sign_seed_keypair(seed);
      const signature = sodium.crypto_sign_detached(message, sign.privateKey);
      return {
        key,
        sealed,
        sign,
        signature,
        box: sodium.crypto_box_seed_keypair(seed),
        hash: sodium.crypto_generichash(32, message, key),
        opened: sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(null, sealed, key, nonce, key),
        isSigned: sodium.crypto_sign_verify_detached(signature, message, sign.publicKey),
      };
    };
    expect(said(small)).toEqual(said(whole));
    expect(said(small).isSigned).toBe(true);
  });

  test('seals what the whole one opens, refuses what was changed, and draws what nobody drew before', () => {
    const { publicKey, privateKey } = whole.crypto_box_seed_keypair(whole.randombytes_buf(32));
    const message = small.randombytes_buf(32);
    const sealed = small.crypto_box_seal(message, publicKey);
    expect(whole.crypto_box_seal_open(sealed, publicKey, privateKey)).toEqual(message);
    expect(small.memcmp(message, small.randombytes_buf(32))).toBe(false);
    const key = small.randombytes_buf(32);
    const nonce = small.randombytes_buf(24);
    const bytes = small.crypto_aead_xchacha20poly1305_ietf_encrypt(message, null, null, nonce, key);
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    expect(() => small.crypto_aead_xchacha20poly1305_ietf_decrypt(null, bytes, null, nonce, key)).toThrow();
  });
});

test.each([
  ['AGFzbQ', 'BGFzbQ', 'no machine code'],
  ['._crypto_box_seal=', '._crypto_box_shut=', 'has no crypto_box_seal'],
  ['295748', '295749', 'counts otherwise'],
])('a library that looks otherwise ends the build: %s', async (from, to, said) => {
  await expect(withoutUnused(code.replace(from, to))).rejects.toThrow(said);
});

test.each([
  ['"crypto_box_seal",', '"crypto_box_shut",', 'wraps no crypto_box_seal'],
  ['"crypto_box_seal",', '', 'functions'],
  ['"crypto_secretbox_KEYBYTES"', '"crypto_secretbox_KEYS"', 'otherwise'],
  ['=["crypto_aead_', '=new Set(["crypto_aead_', 'otherwise'],
])('wrappers that look otherwise end the build: %s', (from, to, said) => {
  expect(() => withoutUnusedWrappers(wrapperCode.replace(from, to))).toThrow(said);
});
