import { hash, hashRaw, verify } from '@node-rs/argon2';
import type Sodium from 'libsodium-wrappers';
import { fromBase64Url, toBase64Url } from '../../sync/core/base64url.ts';
import { normalizePassword, passwordKeys, type PasswordKeys } from '../../sync/core/account-keys.ts';
import { kdfFloor, type KdfParams } from '../../sync/protocol/session-message.ts';
import { decoySalt } from './tokens.ts';

/** Cost of the server's hash over AUTH, which is no human password but 256 derived bits. OWASP's second choice. */
const serverHash = { timeCost: 2, memoryCost: 19_456, parallelism: 1 } as const;

/** Checks passwords; also for accounts that do not exist, at the same cost. */
export interface Passwords {
  hashAuth(auth: string): Promise<string>;
  /** `stored` undefined: nobody has this e-mail; answers false after the same work. */
  verifyAuth(stored: string | undefined, auth: string): Promise<boolean>;
  /** AUTH from the `password` field: our client sends it derived (`k1.…`), other callers raw. */
  toAuth(password: string, kdf: KdfParams): Promise<string>;
  decoyKdf(email: string): KdfParams;
}

export async function createPasswords(options: {
  readonly sodium: typeof Sodium;
  readonly tokenKey: Uint8Array;
}): Promise<Passwords> {
  const { sodium, tokenKey } = options;
  const nobody = await hash(toBase64Url(tokenKey), serverHash);
  return {
    hashAuth: (auth) => hash(auth, serverHash),
    verifyAuth: async (stored, auth) => {
      const fits = await verify(stored ?? nobody, auth);
      return fits && stored !== undefined;
    },
    toAuth: async (password, kdf) => {
      if (password.startsWith('k1.')) return password;
      return (await derivePassword(sodium, password, kdf)).auth;
    },
    decoyKdf: (email) => ({ ...kdfFloor, salt: toBase64Url(decoySalt(tokenKey, email)) }),
  };
}

/**
 * ROOT from the password by Argon2id, and its two halves: as the device does it, but on a thread of its own, so that a
 * raw sign-in holds up nobody.
 */
export async function derivePassword(sodium: typeof Sodium, password: string, kdf: KdfParams): Promise<PasswordKeys> {
  const root = await hashRaw(normalizePassword(password), {
    salt: fromBase64Url(kdf.salt),
    timeCost: kdf.ops,
    memoryCost: kdf.memKiB,
    parallelism: 1,
    outputLen: 32,
  });
  return passwordKeys(sodium, new Uint8Array(root));
}
