import type { Body, TxBody } from '../ports.ts';
import { runReads } from './indexeddb-transaction.ts';
import { toStoreError } from './indexeddb-error.ts';

type Handle = Promise<IDBDatabase>;

/** What reads need of a connection. */
interface Readable {
  readonly handle: Handle | null;
  use<T>(work: (db: IDBDatabase) => Promise<T>): Promise<T>;
}

/** One read that was asked for. */
export class WaitingRead<R = unknown> {
  readonly answer: Promise<R>;
  /** Where it is being read, once it is. */
  handle: Handle | null = null;
  isSettled = false;
  readonly #body: TxBody<R>;
  #resolve: (value: R) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(body: TxBody<R>) {
    this.#body = body;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Anew each time: a transaction that was lost has answered nothing. Who waits has the answer as soon as the body has. */
  *begin(): Body<void> {
    const value = yield* this.#body();
    this.isSettled = true;
    this.#resolve(value);
  }

  fail(error: unknown): void {
    this.isSettled = true;
    this.#reject(toStoreError(error) ?? error);
  }
}

/**
 * Reads that are asked for in the same turn share one transaction: a screen that shows a week asks for some ninety things at once, and a
 * transaction costs more than what is read in it. Each goes on by itself, and fails by itself where its body throws; only a
 * transaction that is lost is lost for all of them.
 */
export class SharedReads {
  readonly #connection: Readable;
  #waiting: WaitingRead[] = [];

  constructor(connection: Readable) {
    this.#connection = connection;
  }

  begin<R>(body: TxBody<R>): WaitingRead<R> {
    const read = new WaitingRead(body);
    if (this.#waiting.push(read as WaitingRead) === 1) queueMicrotask(() => this.#run());
    return read;
  }

  #run(): void {
    const reads = this.#waiting;
    this.#waiting = [];
    const open = (): readonly WaitingRead[] => reads.filter(({ isSettled }) => !isSettled);
    const reading = this.#connection.use((db) => runReads(db, open()));
    const { handle } = this.#connection;
    for (const read of reads) read.handle = handle;
    reading.catch((error: unknown) => {
      for (const read of open()) read.fail(error);
    });
  }
}
