import type { Sodium } from './sodium.ts';
import { mutationMessage, type MutationMessage } from '../protocol/mutation-message.ts';
import type { Random } from '../ports.ts';
import * as v from 'valibot';
import { assert } from './assert.ts';
import { hasReservedName, isOurShape } from './json-shape.ts';

const placed = v.object({ ctx: v.object({ base: v.unknown() }) });
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** What a box is bound to: moved to another place, it does not open. */
export interface BoxPlace {
  readonly principal: string;
  readonly clientId: string;
  readonly id: number;
}

function associatedData(place: BoxPlace): Uint8Array {
  // Length-prefixed, so that no two places can encode alike.
  const parts = ['orchid-deposit-1', place.principal, place.clientId, String(place.id)];
  return encoder.encode(parts.map((part) => `${part.length}:${part}`).join(''));
}

/** Seals one mutation for its place in the outbox: `nonce(24) || XChaCha20-Poly1305`. */
export function sealMutation(
  sodium: Sodium,
  key: Uint8Array,
  place: BoxPlace & { readonly random: Random },
  message: MutationMessage,
): Uint8Array {
  const nonce = place.random.bytes(24);
  const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
    encoder.encode(JSON.stringify(message)),
    associatedData(place),
    null,
    nonce,
    key,
  );
  const box = new Uint8Array(24 + sealed.length);
  box.set(nonce);
  box.set(sealed, 24);
  return box;
}

/** Opens a box in its place. Throws where key, place or bytes do not fit, or the content is no mutation. */
export function openMutation(sodium: Sodium, key: Uint8Array, place: BoxPlace, box: Uint8Array): MutationMessage {
  assert(box.length > 40, 'a box is longer than its nonce and tag');
  const plain = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
    null,
    box.subarray(24),
    associatedData(place),
    box.subarray(0, 24),
    key,
  );
  assert(isOurShape(plain), 'a mutation is nested no deeper than anything of ours');
  const said: unknown = JSON.parse(decoder.decode(plain));
  // The schema would leave such a field of `base` out without a word; arguments are the mutator's to refuse.
  assert(!hasReservedName(v.parse(placed, said).ctx), 'no version stands under a reserved name');
  return v.parse(mutationMessage, said);
}
