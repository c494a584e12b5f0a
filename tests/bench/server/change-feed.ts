import { registry } from '../../../sync/collections/index.ts';
import type { Store } from '../../../server/store/port.ts';
import { readChanges } from '../../../server/sync/read-changes.ts';
import { linesOf } from '../../../server/sync/sealed-page.ts';

/** What a device would be sent, as prebuilt lines: the same bytes for whoever has no engine. */
export class ChangeFeed {
  readonly #store: Store;
  readonly #principal: string;
  #cursor: string | null = null;

  constructor(store: Store, principal: string) {
    this.#store = store;
    this.#principal = principal;
  }

  /** Record lines since the last call. */
  async take(): Promise<readonly string[]> {
    const records: string[] = [];
    for (;;) {
      const input = { principal: this.#principal, cursor: this.#cursor, clientId: 'bench-feed', heal: null };
      const found = await this.#store.read(() => readChanges({ registry, nowMs: Date.now() }, input));
      if (found.kind !== 'ok') throw new Error('the feed reads as its own principal');
      const lines = linesOf(found.page);
      records.push(...lines.filter((line) => line.startsWith('{"kind":"r"')));
      const end = JSON.parse(lines.at(-1) ?? '{}') as { cursor: string; complete: boolean };
      this.#cursor = end.cursor;
      if (end.complete) return records;
    }
  }
}
