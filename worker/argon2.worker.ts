import { argon2id } from 'hash-wasm';
import { fromBase64Url } from '../sync/core/base64url.ts';
import type { KdfParams } from '../sync/protocol/session-message.ts';

/** One derivation, then the page ends this worker: its 64 MiB and the password go with it. */
self.onmessage = (event: MessageEvent<{ password: string; kdf: KdfParams }>) => {
  const { password, kdf } = event.data;
  argon2id({
    password,
    salt: fromBase64Url(kdf.salt),
    iterations: kdf.ops,
    memorySize: kdf.memKiB,
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  })
    .then((root) => self.postMessage({ root }))
    .catch(() => self.postMessage({ root: null }));
};
