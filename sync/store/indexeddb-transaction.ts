import type { Body, ReplicaRow, ReplicaTable, StoreChange, StoreCommand, StoreResult, TxBody } from '../ports.ts';
import { ChangeCollector } from './store-change.ts';
import { MetaRows } from './indexeddb-meta-rows.ts';
import { StoreError } from './store-error.ts';

export const replicaTables: readonly ReplicaTable[] = ['base', 'overlay', 'outbox', 'attention', 'meta'];

/** What a finished transaction leaves: the body's value, and what it changed (null where nothing). */
export interface TransactionEnd<R> {
  readonly value: R;
  readonly change: StoreChange | null;
}

/**
 * Drives a body through one IndexedDB transaction. Writes are sent and not waited for, only reads are; so a body costs
 * as many round trips to storage as it has batches that read, and one more for the commit. Rejects with what the body
 * threw, or with what the browser named as the reason of the abort. `onCommitAsked`: of what it changed, while the commit is being made.
 */
export function runTransaction<R>(
  db: IDBDatabase,
  durability: IDBTransactionDurability,
  body: TxBody<R>,
  onCommitAsked: (change: StoreChange) => void = () => undefined,
): Promise<TransactionEnd<R>> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction([...replicaTables], 'readwrite', { durability });
    const changes = new ChangeCollector();
    const meta = new MetaRows(() => transaction.objectStore('meta'));
    const generator = body();
    let failure: { readonly error: unknown } | null = null;
    let end: TransactionEnd<R> | null = null;

    const fail = (error: unknown): void => {
      failure ??= { error };
      try {
        transaction.abort();
      } catch {
        // The browser ended it already; `onabort` has run or will.
        reject(failure.error);
      }
    };
    const advance = (results: readonly StoreResult[]): void => {
      try {
        let step = generator.next(results);
        for (;;) {
          if (step.done) {
            end = { value: step.value, change: changes.result() };
            transaction.commit();
            if (end.change) onCommitAsked(end.change);
            return;
          }
          const batch = new Batch({ transaction, meta }, step.value, advance);
          for (const command of step.value) changes.note(command);
          if (!batch.isSettled) return;
          step = generator.next(batch.results);
        }
      } catch (error) {
        fail(error);
      }
    };

    transaction.oncomplete = () => (end ? resolve(end) : reject(new Error('a transaction ended before its body')));
    transaction.onabort = () => {
      if (failure) reject(failure.error);
      // The commit was asked for: it may stand for all we know. Never run again from here; whoever wrote asks by uid.
      else if (end) reject(commitError(transaction.error));
      else reject(transaction.error ?? aborted());
    };
    advance([]);
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
export function runReads(db: IDBDatabase, parts: readonly ReadPart[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction([...replicaTables], 'readonly', { durability: 'relaxed' });
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
            const batch = new Batch({ transaction, meta }, step.value, advance);
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

type Answer = () => StoreResult;

/** Where the commands of a body go. */
interface Target {
  readonly transaction: IDBTransaction;
  readonly meta: MetaRows;
}

/** One yield of a body: its commands are sent in order, and their answers gathered once the last read has come. */
class Batch {
  readonly #answers: readonly Answer[];
  #lastRead: IDBRequest | null = null;
  #waiting = 0;
  readonly #onSettled: (results: readonly StoreResult[]) => void;

  constructor(
    { transaction, meta }: Target,
    commands: readonly StoreCommand[],
    onSettled: (results: readonly StoreResult[]) => void,
  ) {
    this.#onSettled = onSettled;
    const asked = meta.load(commands);
    if (asked) this.#read(asked);
    this.#answers = commands.map(
      (command) => meta.answer(command) ?? this.#send(transaction.objectStore(command.table), command),
    );
    const last = this.#lastRead;
    // Requests of a transaction are answered in the order in which they were made: the last one speaks for all.
    if (last) this.#wait(last);
  }

  get isSettled(): boolean {
    return this.#waiting === 0;
  }

  get results(): readonly StoreResult[] {
    return this.#answers.map((answer) => answer());
  }

  #wait(request: IDBRequest): void {
    this.#waiting += 1;
    request.onsuccess = () => this.#arrive();
  }

  #arrive(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#onSettled(this.results);
  }

  #send(store: IDBObjectStore, command: StoreCommand): Answer {
    switch (command.op) {
      case 'get': {
        const requests = command.keys.map((key) => this.#read<ReplicaRow | undefined>(store.get(key)));
        return () => requests.map((request) => request.result);
      }
      case 'range':
        return this.#range(store, command);
      case 'put':
        for (const row of command.rows) store.put(row);
        return () => [];
      case 'delete':
        for (const key of command.keys) store.delete(key);
        return () => [];
    }
  }

  #read<T>(request: IDBRequest<T>): IDBRequest<T> {
    this.#lastRead = request;
    return request;
  }

  #range(store: IDBObjectStore, command: Extract<StoreCommand, { op: 'range' }>): Answer {
    if (command.from >= command.to) return () => [];
    const source = command.by === 'x' ? store.index('x') : store;
    const range = IDBKeyRange.bound(command.from, command.to, false, true);
    const { limit } = command;
    if (limit === undefined) {
      const request = this.#read<ReplicaRow[]>(source.getAll(range));
      return () => {
        // Turned round before rows are told apart: in a reversed range the last entry of a row is its place.
        const rows = command.reverse ? request.result.toReversed() : request.result;
        return command.by === 'x' ? distinct(rows) : rows;
      };
    }
    const wanted = { range, limit, count: limit };
    return command.reverse ? this.#last(source, wanted) : this.#first(source, wanted);
  }

  /** The first rows of a range. A limit counts rows, and an index names a row once per entry: then more is asked for. */
  #first(
    source: IDBObjectStore | IDBIndex,
    wanted: { readonly range: IDBKeyRange; readonly limit: number; readonly count: number },
  ): Answer {
    let answer: Answer = () => [];
    const request: IDBRequest<ReplicaRow[]> = source.getAll(wanted.range, wanted.count);
    this.#waiting += 1;
    request.onsuccess = () => {
      const rows = distinct(request.result);
      const isShort = rows.length < wanted.limit && request.result.length === wanted.count;
      if (isShort) answer = this.#first(source, { ...wanted, count: wanted.count * 2 });
      else answer = () => rows.slice(0, wanted.limit);
      this.#arrive();
    };
    return () => answer();
  }

  /**
   * The last rows of a range, newest first. One jump finds where so many begin, and all from there come at once: a row at a time
   * costs a round trip each, with everybody who wants to write waiting.
   */
  #last(
    source: IDBObjectStore | IDBIndex,
    wanted: { readonly range: IDBKeyRange; readonly limit: number; readonly count: number },
  ): Answer {
    const { range, limit, count } = wanted;
    let answer: Answer = () => [];
    let ahead = count - 1;
    const found = source.openKeyCursor(range, 'prev');
    this.#waiting += 1;
    found.onsuccess = () => {
      const cursor = found.result;
      if (cursor && ahead > 0) {
        cursor.advance(ahead);
        ahead = 0;
        return;
      }
      // Beyond its beginning: the range holds no more than that.
      const from = cursor ? IDBKeyRange.bound(cursor.key, range.upper, false, true) : range;
      const request: IDBRequest<ReplicaRow[]> = source.getAll(from);
      request.onsuccess = () => {
        const rows = distinct(request.result.toReversed());
        if (cursor && rows.length < limit) answer = this.#last(source, { ...wanted, count: count * 2 });
        else answer = () => rows.slice(0, limit);
        this.#arrive();
      };
    };
    return () => answer();
  }
}

function distinct(rows: readonly ReplicaRow[]): ReplicaRow[] {
  const seen = new Map<string, ReplicaRow>();
  for (const row of rows) if (!seen.has(row.k)) seen.set(row.k, row);
  return [...seen.values()];
}
