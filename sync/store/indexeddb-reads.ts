import type { Body, TxBody } from '../ports.ts';
import { runReads } from './indexeddb-transaction.ts';
import { toStoreError } from './indexeddb-error.ts';
import type { RowMemory } from './row-memory.ts';
import { StoreError } from './store-error.ts';

type Handle = Promise<IDBDatabase>;

/** Whether a failure may come from what one read asked for; where the storage itself is over it does not. */
function mayBeOfOne(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'failed' || error.code === 'lost-handle');
}

/** What reads need of a connection. */
interface Readable {
  readonly handle: Handle | null;
  readonly memory: RowMemory;
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
 * transaction costs more than what is read in it. Each goes on by itself, and fails by itself where its body throws; where a
 * transaction is lost every one of them is read again by itself.
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
    this.#share(reads).catch((error: unknown) => {
      const open = reads.filter(({ isSettled }) => !isSettled);
      const [one, another] = open;
      // What one of them asked for may be what the browser cannot read: the others are not lost with it.
      if (one && another && mayBeOfOne(error)) for (const read of open) this.#share([read]).catch(read.fail.bind(read));
      else for (const read of open) read.fail(error);
    });
  }

  /** Reads what is open of these in one transaction, on whatever handle there is. */
  #share(reads: readonly WaitingRead[]): Promise<void> {
    const reading = this.#connection.use((db) =>
      runReads(
        db,
        this.#connection.memory,
        reads.filter(({ isSettled }) => !isSettled),
      ),
    );
    const { handle } = this.#connection;
    for (const read of reads) read.handle = handle;
    return reading;
  }
}
