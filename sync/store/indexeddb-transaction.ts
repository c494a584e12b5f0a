import type {
  Ahead,
  Body,
  ReplicaRow,
  ReplicaTable,
  StoreChange,
  StoreCommand,
  StoreResult,
  TxBody,
} from '../ports.ts';
import { Batch } from './indexeddb-batch.ts';
import { foresee, type Foreseen } from './foresight.ts';
import { ChangeCollector } from './store-change.ts';
import { MetaRows } from './indexeddb-meta-rows.ts';
import { editionKey, Recall } from './recall.ts';
import type { RowMemory } from './row-memory.ts';
import { StoreError } from './store-error.ts';

export const replicaTables: readonly ReplicaTable[] = ['base', 'overlay', 'outbox', 'attention', 'meta'];

/** What a finished transaction leaves: the body's value, and what it changed (null where nothing). */
export interface TransactionEnd<R> {
  readonly value: R;
  readonly change: StoreChange | null;
}

/** How a writing transaction is run. */
export interface WritingOptions {
  readonly durability: IDBTransactionDurability;
  /** What its connection remembers of records. */
  readonly memory: RowMemory;
  /** What the body is going to ask for; the edition comes with it. */
  readonly ahead?: Ahead;
  /** Of what it changed, while the commit is being made. */
  readonly onCommitAsked?: (change: StoreChange) => void;
}

/**
 * Drives a body through one IndexedDB transaction. Writes are sent and not waited for, only reads are; so a body costs
 * as many round trips to storage as it has batches that read, and one more for the commit. Rows that are remembered of the edition
 * found are not read again. Rejects with what the body threw, or with what the browser named as the reason of the abort.
 */
export function runTransaction<R>(
  db: IDBDatabase,
  { durability, memory, ahead, onCommitAsked }: WritingOptions,
  body: TxBody<R>,
): Promise<TransactionEnd<R>> {
  const names = ahead?.metas ?? [];
  return new Promise((resolve, reject) => {
    const transaction = db.transaction([...replicaTables], 'readwrite', { durability });
    const changes = new ChangeCollector();
    const table = transaction.objectStore('meta');
    const target = {
      transaction,
      meta: new MetaRows(() => table, ahead ? [...names, editionKey] : []),
      recall: new Recall(memory),
    };
    const { recall, meta } = target;
    let failure: { readonly error: unknown } | null = null;
    let end: TransactionEnd<R> | null = null;
    let edition: string | null = null;

    const fail = (error: unknown): void => {
      failure ??= { error };
      try {
        transaction.abort();
      } catch {
        // The browser ended it already; `onabort` has run or will.
        reject(failure.error);
      }
    };
    /** Leaves the edition that comes of what was written. */
    const stamp = (): void => {
      edition = recall.nextEdition();
      if (edition === null) return;
      if (!recall.isAsked) {
        const found: IDBRequest<ReplicaRow | undefined> = table.get(editionKey);
        recall.ask(() => (found.readyState === 'done' ? [found.result] : null));
      }
      table.put({ k: editionKey, m: edition });
    };
    const commit = (value: R): void => {
      const change = changes.result();
      end = { value, change };
      transaction.commit();
      if (change) onCommitAsked?.(edition === null ? change : { ...change, edition: recall.stepTo(edition) });
    };
    const complete = ({ value, change }: TransactionEnd<R>): TransactionEnd<R> => {
      const left = meta.left(names);
      if (left) memory.keepMetas(names, left);
      if (edition === null) return { value, change };
      const step = recall.end(edition);
      return { value, change: change && { ...change, edition: step } };
    };
    const send = (commands: readonly StoreCommand[], onSettled: (results: readonly StoreResult[]) => void): Batch => {
      const batch = new Batch(target, commands, onSettled);
      for (const command of commands) changes.note(command);
      return batch;
    };
    const run = (): void => {
      const running = body();
      const advance = (results: readonly StoreResult[]): void => {
        try {
          let step = running.next(results);
          for (;;) {
            if (step.done) {
              stamp();
              return commit(step.value);
            }
            const batch = send(step.value, advance);
            if (!batch.isSettled) return undefined;
            step = running.next(batch.results);
          }
        } catch (error) {
          return fail(error);
        }
      };
      advance([]);
    };
    /** What was foreseen is written where storage then says that it holds; else the body is run on what storage says, in the same transaction. */
    const runAhead = ({ value, writes, ...assumed }: Foreseen<R>, question: IDBRequest): void => {
      question.onsuccess = () => {
        try {
          const [now] = meta.found([editionKey]) ?? [];
          const found = meta.found(names);
          const isSo = now?.m === assumed.edition && found && ahead?.isSame?.(assumed.metas, found) === true;
          if (!isSo) return run();
          recall.ask(() => [now]);
          send(writes, () => undefined);
          stamp();
          return commit(value);
        } catch (error) {
          return fail(error);
        }
      };
    };

    transaction.oncomplete = () =>
      end ? resolve(complete(end)) : reject(new Error('a transaction ended before its body'));
    transaction.onabort = () => {
      if (failure) reject(failure.error);
      // The commit was asked for: it may stand for all we know. Never run again from here; whoever wrote asks by uid.
      else if (end) reject(commitError(transaction.error));
      else reject(transaction.error ?? aborted());
    };
    const { request } = meta;
    const foreseen = request && ahead?.isSame ? foresee(body, memory, names) : null;
    if (request && foreseen) runAhead(foreseen, request);
    else run();
  });
}

/** A read that shares its transaction with others. */
export interface ReadPart {
  readonly begin: () => Body<void>;
  /** Its body threw; the others go on. */
  readonly fail: (error: unknown) => void;
}

/**
 * Drives several bodies that only read through one transaction, each at its own pace. Resolves once all have come to their end; rejects, with none of
 * those that are open settled, where the transaction itself is lost.
 */
export function runReads(db: IDBDatabase, memory: RowMemory, parts: readonly ReadPart[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction([...replicaTables], 'readonly', { durability: 'relaxed' });
    const recall = new Recall(memory, { answers: false });
    let left = parts.length;
    const ended = (): void => {
      left -= 1;
      if (left > 0) return;
      resolve();
      transaction.commit();
    };
    transaction.oncomplete = () => reject(new Error('a transaction ended before its reads'));
    transaction.onabort = () => reject(transaction.error ?? aborted());
    for (const part of parts) {
      const generator = part.begin();
      const meta = new MetaRows(() => transaction.objectStore('meta'));
      const advance = (results: readonly StoreResult[]): void => {
        try {
          let step = generator.next(results);
          for (;;) {
            if (step.done) return ended();
            const batch = new Batch({ transaction, meta, recall }, step.value, advance);
            if (!batch.isSettled) return undefined;
            step = generator.next(batch.results);
          }
        } catch (error) {
          if (isOfTransaction(error)) return reject(error);
          part.fail(error);
          return ended();
        }
      };
      advance([]);
    }
  });
}

/** Whether an error says that the transaction is over, and not that one body asked for what cannot be. */
function isOfTransaction(error: unknown): error is DOMException {
  return error instanceof DOMException && endedNames.includes(error.name);
}

const endedNames: readonly string[] = ['InvalidStateError', 'TransactionInactiveError', 'UnknownError', 'AbortError'];

function commitError(cause: DOMException | null): StoreError {
  return new StoreError(cause?.name === 'QuotaExceededError' ? 'quota' : 'failed', { cause });
}

function aborted(): DOMException {
  return new DOMException('the transaction was aborted', 'AbortError');
}
