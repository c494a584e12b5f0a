import type { StoredRecord } from '../../sync/core/record.ts';

/** A record as it lies, its body and stamps as JSON text: who asks gets an object of its own. */
export interface RecordText extends Omit<StoredRecord, 'body' | 'stamps'> {
  readonly body: string;
  readonly stamps: string;
}

/** Most characters of text held at once. */
const mostCharacters = 16_000_000;

/**
 * Records of the writing connection, opened, from one transaction to the next: whoever types changes the same note again,
 * for the same session. Lives in memory only, as the keys do.
 */
export class RecordCache {
  readonly #records = new Map<string, RecordText>();
  readonly #mostCharacters: number;
  #characters = 0;

  constructor(most: number = mostCharacters) {
    this.#mostCharacters = most;
  }

  get(collection: string, id: string): RecordText | undefined {
    return this.#records.get(`${collection}|${id}`);
  }

  /** The oldest make room. */
  keep(record: RecordText): void {
    this.drop(record.collection, record.id);
    this.#records.set(`${record.collection}|${record.id}`, record);
    this.#characters += lengthOf(record);
    for (const oldest of this.#records.values()) {
      if (this.#characters <= this.#mostCharacters) return;
      this.drop(oldest.collection, oldest.id);
    }
  }

  drop(collection: string, id: string): void {
    const key = `${collection}|${id}`;
    const held = this.#records.get(key);
    if (held) this.#characters -= lengthOf(held);
    this.#records.delete(key);
  }

  /** What is held may not stand: a part was undone, or another connection has written. */
  forget(): void {
    this.#records.clear();
    this.#characters = 0;
  }
}

function lengthOf(record: RecordText): number {
  return record.body.length + record.stamps.length;
}
