import sodium from 'libsodium-wrappers';
import type { MadePasskey, Passkeys } from '../client/client-ports.ts';

/** An authenticator with a secret of its own for each passkey, as WebAuthn's `prf` has it; the person may call it off. */
export class FakePasskeys implements Passkeys {
  isThere = true;
  isCalledOff = false;
  /** What it has derived last. */
  given = new Uint8Array();
  readonly #secrets = new Map<string, Uint8Array>();

  isPossible(): Promise<boolean> {
    return Promise.resolve(this.isThere);
  }

  make(salt: Uint8Array): Promise<MadePasskey | null> {
    if (this.isCalledOff) return Promise.resolve(null);
    const credential = sodium.randombytes_buf(16);
    const own = sodium.randombytes_buf(32);
    this.#secrets.set(sodium.to_hex(credential), own);
    const secret = sodium.crypto_generichash(32, salt, own);
    this.given = secret.slice();
    return Promise.resolve({ credential, secret });
  }

  ask(credential: Uint8Array, salt: Uint8Array): Promise<Uint8Array | null> {
    const own = this.#secrets.get(sodium.to_hex(credential));
    return Promise.resolve(own && !this.isCalledOff ? sodium.crypto_generichash(32, salt, own) : null);
  }

  /** Another authenticator under the same name. */
  replace(): void {
    for (const own of this.#secrets.values()) own.set(sodium.randombytes_buf(32));
  }
}

/** A device that has none. */
export const noPasskeys: Passkeys = {
  isPossible: () => Promise.resolve(false),
  make: () => Promise.resolve(null),
  ask: () => Promise.resolve(null),
};
