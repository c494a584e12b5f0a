import { classes } from '../../../sync/collections/classes.ts';
import { registry } from '../../../sync/collections/index.ts';
import { compareText } from '../../../sync/core/compare-text.ts';
import { newId } from '../../../sync/core/new-id.ts';
import type { StoredRecord } from '../../../sync/core/record.ts';
import type { GeneratedPractice, GeneratedRecord } from '../../../server/dev/practice-types.ts';
import { call, type Plan, type Store } from '../../../server/store/port.ts';
import { createTxContext } from '../../../server/sync/tx-context.ts';
import { writeRecord } from '../../../server/sync/write-record.ts';
import { systemRandom } from '../../../server/system-ports.ts';

const rowsPerTransaction = 2000;

/** Changes that come from elsewhere, written as the server itself writes. */
export class RecordWriter {
  readonly #store: Store;
  readonly #practice: GeneratedPractice;
  readonly #byCollection = new Map<string, readonly GeneratedRecord[]>();
  #turn = 0;

  constructor(store: Store, practice: GeneratedPractice) {
    this.#store = store;
    this.#practice = practice;
    for (const name of ['appointment', 'note', 'message'])
      this.#byCollection.set(
        name,
        practice.records.filter((record) => record.collection === name),
      );
  }

  /** A new version of so many records: 70 % appointments, 10 % notes, 20 % messages. */
  async touch(count: number): Promise<void> {
    this.#turn += 1;
    const picked = [
      ...this.#pick('appointment', Math.round(count * 0.7)),
      ...this.#pick('note', Math.round(count * 0.1)),
      ...this.#pick('message', Math.round(count * 0.2)),
    ];
    const context = createTxContext(registry, Date.now());
    await this.#store.write(function* (): Plan<void> {
      for (const { collection, id } of picked) {
        const before = yield* call('getRecord', collection, id);
        if (before) yield* writeRecord(context, { ...before, version: before.version + 1 }, before);
      }
    });
  }

  /** More messages in the conversations that there are. */
  async addMessages(count: number): Promise<void> {
    const messages = this.#byCollection.get('message') ?? [];
    const made = Array.from({ length: count }, (_, index): StoredRecord => {
      const like = messages[index % messages.length];
      if (!like) throw new Error('a practice without conversations');
      return {
        collection: 'message',
        id: newId(systemRandom),
        scope: like.scope,
        cls: classes.partners,
        version: 1,
        shape: 1,
        body: like.body,
        stamps: {},
      };
    });
    // In the order of their ids, as they lie: half a million at random places would write each page many times over.
    made.sort((one, other) => compareText(one.id, other.id));
    for (let from = 0; from < made.length; from += rowsPerTransaction) {
      const rows = made.slice(from, from + rowsPerTransaction);
      const context = createTxContext(registry, Date.now());
      await this.#store.write(function* (): Plan<void> {
        for (const record of rows) yield* writeRecord(context, record, undefined);
      });
    }
  }

  #pick(collection: string, count: number): readonly GeneratedRecord[] {
    const all = this.#byCollection.get(collection) ?? this.#practice.records;
    return Array.from(
      { length: Math.min(count, all.length) },
      (_, index) => all[(this.#turn * count + index) % all.length],
    ).filter((record) => record !== undefined);
  }
}
