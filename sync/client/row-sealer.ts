import type { Random, ReplicaTable } from '../ports.ts';
import type { Json } from '../core/record.ts';
import type { Sodium } from './sodium.ts';
import { Utf8Scratch } from './utf8-scratch.ts';

/** A row's bytes do not open: another key, another place, or damage. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** Seals rows for the place where they lie. Synchronous, so that it can run inside a store transaction. */
export interface RowSealer {
  seal(table: ReplicaTable, key: string, version: number, value: Json): Uint8Array;
  open(table: ReplicaTable, key: string, version: number, sealed: Uint8Array | undefined): Json;
  /** Overwrites the key: nothing is sealed or opened any more. */
  forget(): void;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function placeOf(table: ReplicaTable, key: string, version: number): string {
  return `orchid-row-1|${table}|${version}|${key}`;
}

/**
 * XChaCha20-Poly1305 (`nonce(24) || ciphertext`) under a key derived from the replica key, bound to table, id and
 * version: a row moved, renamed or rolled back within its table does not open.
 */
export function createRowSealer(sodium: Sodium, replicaKey: Uint8Array, random: Random): RowSealer {
  const key = sodium.crypto_kdf_derive_from_key(32, 1, 'orchrows', replicaKey);
  const [texts, places] = [new Utf8Scratch(), new Utf8Scratch()];
  return {
    seal: (table, rowKey, version, value) => {
      // The platform's own source: libsodium's costs twenty times as much, more than the sealing itself.
      const nonce = random.bytes(24);
      const plain = texts.encode(JSON.stringify(value));
      const place = places.encode(placeOf(table, rowKey, version));
      const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, place, null, nonce, key);
      // Nothing of what is sealed stays behind in the clear.
      plain.fill(0);
      const bytes = new Uint8Array(24 + sealed.length);
      bytes.set(nonce);
      bytes.set(sealed, 24);
      return bytes;
    },
    open: (table, rowKey, version, bytes) => {
      if (!bytes || bytes.length < 40) throw new SealError('no sealed bytes');
      try {
        const plain = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
          null,
          bytes.subarray(24),
          places.encode(placeOf(table, rowKey, version)),
          bytes.subarray(0, 24),
          key,
        );
        return JSON.parse(decoder.decode(plain)) as Json;
      } catch (cause) {
        throw new SealError('a row does not open', { cause });
      }
    },
    forget: () => void key.fill(0),
  };
}
