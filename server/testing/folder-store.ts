import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Store } from '../store/port.ts';
import { createSqliteStore } from '../store/sqlite-store.ts';
import { systemRandom } from '../system-ports.ts';

/** A store in a folder of its own, and the way to open the same file once more, as another process would. */
export class FolderStore {
  readonly #dir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-store-'));
  readonly store: Store = this.open();

  open(): Store {
    return createSqliteStore({
      file: path.join(this.#dir, 'orchid.db'),
      masterKey: new Uint8Array(32).fill(1),
      random: systemRandom,
      defer: queueMicrotask,
    });
  }

  async dispose(): Promise<void> {
    await this.store.close();
    fs.rmSync(this.#dir, { recursive: true, force: true });
  }
}
