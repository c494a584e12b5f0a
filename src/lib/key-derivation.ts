import type { Sodium } from '../../sync/core/sodium.ts';
import type { KdfParams } from '../../sync/protocol/session-message.ts';
import { trustedScript } from './trusted-urls.ts';

export async function loadSodium(): Promise<Sodium> {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  return sodium;
}

/** Argon2id in a one-shot worker: 64 MiB that must not stay, and a second that must not block. */
export function deriveRoot(password: string, kdf: KdfParams): Promise<Uint8Array> {
  const worker = new Worker(trustedScript('argon2Worker'), { type: 'module' });
  return new Promise<Uint8Array>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<{ root: Uint8Array | null }>) => {
      if (event.data.root) resolve(event.data.root);
      else reject(new Error('key derivation failed'));
    };
    // What fails in the worker comes with words, a worker that could not be fetched without (HTML, "run a worker").
    worker.onerror = (event: Event) =>
      reject('message' in event ? new Error('key derivation failed') : new TypeError('Failed to fetch the worker'));
    worker.postMessage({ password, kdf });
  }).finally(() => worker.terminate());
}
