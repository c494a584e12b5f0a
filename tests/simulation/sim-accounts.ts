import sodium from 'libsodium-wrappers';
import { createKeyBundle } from '../../sync/core/account-keys.ts';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { kdfFloor, type KdfParams } from '../../sync/protocol/session-message.ts';
import type { Passwords } from '../../server/auth/passwords.ts';
import { createSecrets, type Secrets } from '../../server/secrets.ts';
import type { AccountRow } from '../../server/store/account-calls.ts';
import { systemRandom } from '../../server/system-ports.ts';

/** Somebody who signs in, with the key that never leaves their devices. */
export interface SimAccount {
  readonly row: AccountRow;
  readonly root: Uint8Array;
}

const begun = toInstant(0);
const kdf: KdfParams = { ...kdfFloor, salt: toBase64Url(new Uint8Array(16)) };
const kek = new Uint8Array(32).fill(5);
const known = new Map<string, SimAccount>();
let secrets: Secrets | null = null;

/** What this account types to sign in: as if it were derived already. */
export function passwordOf(sub: string): string {
  return `k1.${sub}`;
}

/** The account of this name. Its keys are made once for all schedules: they cost more than all that is done with them. */
export function accountOf(sub: string): SimAccount {
  const found = known.get(sub) ?? makeAccount(sub);
  known.set(sub, found);
  return found;
}

function makeAccount(sub: string): SimAccount {
  const root = sodium.crypto_generichash(32, sub, null);
  const { bundle } = createKeyBundle(sodium, { kek, sub, now: begun, accountRoot: root });
  const isClient = sub.startsWith('member') || sub.startsWith('guardian');
  const row: AccountRow = {
    sub,
    email: `${sub}@example.org`,
    userType: isClient ? 'member' : 'orchid_pro',
    kdf,
    authHash: passwordOf(sub),
    bundle,
    profile: {},
    created: begun,
    modified: begun,
    withFactor: false,
  };
  return { row, root };
}

/** Passwords that are compared as they are: a real hash takes longer than a whole schedule. */
export const plainPasswords: Passwords = {
  hashAuth: (auth) => Promise.resolve(auth),
  verifyAuth: (stored, auth) => Promise.resolve(stored === auth),
  toAuth: (password) => Promise.resolve(password),
  decoyKdf: () => kdf,
};

/** The server's keys, the same in every schedule. */
export function simSecrets(nowMs: number): Secrets {
  const clock = { now: () => nowMs, after: () => () => undefined };
  secrets ??= createSecrets({ sodium, random: systemRandom, clock });
  return secrets;
}
