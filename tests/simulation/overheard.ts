import sodium from 'libsodium-wrappers';
import type { MutationMessage } from '../../sync/protocol/mutation-message.ts';
import type { PushRequest } from '../../sync/protocol/push-message.ts';
import { openRows } from '../../server/sync/open-boxes.ts';

/**
 * What left the devices, by its digest: under one place and uid may come other words, from a profile that was put back. For the
 * oracle alone: the server is not asked what it was told.
 */
export class Overheard {
  readonly #keys = new Map<string, Uint8Array>();
  readonly #messages = new Map<string, MutationMessage>();

  /** By what a device seals its outbox. */
  learn(keys: ReadonlyMap<string, Uint8Array>): void {
    for (const [id, key] of keys) this.#keys.set(id, key);
  }

  hear(principal: string, { clientId, rows }: PushRequest): void {
    for (const row of openRows(sodium, { principal, clientId }, rows, this.#keys))
      if (row.kind === 'mutation') this.#messages.set(row.digest, row.message);
  }

  messageOf(digest: string): MutationMessage | undefined {
    return this.#messages.get(digest);
  }
}
