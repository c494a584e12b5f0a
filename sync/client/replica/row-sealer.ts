import type { Random, ReplicaTable } from '../../ports.ts';
import type { Json } from '../../core/record.ts';
import type { Sodium } from '../../core/sodium.ts';
import { isRecordTable } from '../../store/record-table.ts';
import { Utf8Scratch } from './utf8-scratch.ts';

/** A row's bytes do not open: another key, another place, or damage. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** Whose a record's row is: who reads it follows from these two, so a row that was moved to another does not open. */
export interface RowHome {
  readonly scope: string;
  readonly cls: string;
}

/** Seals rows for the place where they lie. Synchronous, so that it can run inside a store transaction. */
export interface RowSealer {
  /** `home`: of a record's row. What else lies sealed in a replica has none. */
  seal(table: ReplicaTable, key: string, version: number, value: Json, home?: RowHome): Uint8Array;
  /**
   * A record's row without a `home` is one of before homes were bound; it opens until `endOldRule`. The same bytes of a record at the same
   * place are opened once, and answer the very same value: nobody writes into it.
   */
  open(table: ReplicaTable, key: string, version: number, sealed: Uint8Array | undefined, home?: RowHome): Json;
  /** Every record's row of this replica has been sealed with its home: from here on none opens without. */
  endOldRule(): void;
  /** Overwrites the key: nothing is sealed or opened any more. */
  forget(): void;
}

interface Opened {
  readonly place: string;
  readonly value: Json;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Scope and class have no `|` in them: what could be read in two ways is refused before it comes here. */
function placeOf(table: ReplicaTable, key: string, version: number, home: RowHome | undefined): string {
  return home
    ? `orchid-row-2|${table}|${version}|${home.scope}|${home.cls}|${key}`
    : `orchid-row-1|${table}|${version}|${key}`;
}

/**
 * XChaCha20-Poly1305 (`nonce(24) || ciphertext`) under a key derived from the replica key, bound to table, id, version,
 * scope and class: a row that was moved or renamed, or whose clear half was changed, does not open. An older row put back
 * whole opens; the sums notice that one.
 */
export function createRowSealer(sodium: Sodium, replicaKey: Uint8Array, random: Random): RowSealer {
  const key = sodium.crypto_kdf_derive_from_key(32, 1, 'orchrows', replicaKey);
  const [texts, places] = [new Utf8Scratch(), new Utf8Scratch()];
  let isOldRuleOver = false;
  /** Records that were opened here, for as long as somebody holds their sealed bytes. */
  let opened = new WeakMap<Uint8Array, Opened>();
  return {
    endOldRule: () => {
      isOldRuleOver = true;
    },
    seal: (table, rowKey, version, value, home) => {
      // The platform's own source: libsodium's costs twenty times as much, more than the sealing itself.
      const nonce = random.bytes(24);
      const plain = texts.encode(JSON.stringify(value));
      const place = places.encode(placeOf(table, rowKey, version, home));
      const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, place, null, nonce, key);
      // Nothing of what is sealed stays behind in the clear.
      plain.fill(0);
      const bytes = new Uint8Array(24 + sealed.length);
      bytes.set(nonce);
      bytes.set(sealed, 24);
      return bytes;
    },
    open: (table, rowKey, version, bytes, home) => {
      if (!bytes || bytes.length < 40) throw new SealError('no sealed bytes');
      if (isOldRuleOver && !home && isRecordTable(table)) throw new SealError('a row without a home');
      const place = placeOf(table, rowKey, version, home);
      const before = opened.get(bytes);
      if (before?.place === place) return before.value;
      try {
        const plain = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
          null,
          bytes.subarray(24),
          places.encode(place),
          bytes.subarray(0, 24),
          key,
        );
        const value: Json = JSON.parse(decoder.decode(plain));
        if (isRecordTable(table)) opened.set(bytes, { place, value });
        return value;
      } catch (cause) {
        throw new SealError('a row does not open', { cause });
      }
    },
    forget: () => {
      key.fill(0);
      opened = new WeakMap();
    },
  };
}
