import { createBudget, readPieceMs, turnOfLoop } from '../turn-of-loop.ts';
import type { Plan, TxCalls } from './port.ts';
import { driveInPieces } from './sqlite-drive.ts';

/** What a snapshot needs of a connection. */
export interface SnapshotConnection {
  readonly raw: { readonly inTransaction: boolean; close(): unknown };
  readonly calls: TxCalls;
  readonly statements: { readonly begin: { run(): unknown }; readonly commit: { run(): unknown } };
  /** What is remembered of an older snapshot may not stand. */
  forget(): void;
}

/** Most snapshots open at once; who comes then waits. The processor is one: more of them would not be sooner. */
const mostReaders = 4;

/** Connections whose snapshot stays open over turns of the event loop: one reader each, made when needed and kept. */
export class LongReaders {
  readonly #connect: () => SnapshotConnection;
  readonly #idle: SnapshotConnection[] = [];
  /** Who waits, by whom they read for; the next connection goes to the first of these, who then is the last. */
  readonly #waiting = new Map<string, ((connection: SnapshotConnection) => void)[]>();
  readonly #running = new Set<Promise<unknown>>();
  #made = 0;

  constructor(connect: () => SnapshotConnection) {
    this.#connect = connect;
  }

  /** `by`: for whom. However much one asks for, the others wait for one reading of theirs at most. */
  async read<R>(plan: () => Plan<R>, by = ''): Promise<R> {
    // From here on, also while it waits for a connection: what closes waits for it.
    const reading = this.#readInTurn(plan, by);
    this.#running.add(reading);
    try {
      return await reading;
    } finally {
      this.#running.delete(reading);
    }
  }

  /** Waits for what reads, then lets go of the files. */
  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    for (const connection of this.#idle.splice(0)) connection.raw.close();
  }

  async #readInTurn<R>(plan: () => Plan<R>, by: string): Promise<R> {
    const connection = await this.#take(by);
    try {
      return await this.#readOn(connection, plan);
    } finally {
      this.#give(connection);
    }
  }

  async #readOn<R>({ raw, calls, statements, forget }: SnapshotConnection, plan: () => Plan<R>): Promise<R> {
    statements.begin.run();
    try {
      forget();
      return await driveInPieces(calls, plan(), { turn: turnOfLoop, createBudget: () => createBudget(readPieceMs) });
    } finally {
      if (raw.inTransaction) statements.commit.run();
    }
  }

  async #take(by: string): Promise<SnapshotConnection> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#made >= mostReaders) return new Promise((resolve) => this.#enqueue(by, resolve));
    this.#made += 1;
    try {
      return this.#connect();
    } catch (error) {
      this.#made -= 1;
      throw error;
    }
  }

  #give(connection: SnapshotConnection): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#idle.push(connection);
      return;
    }
    const [by, queue] = first;
    const next = queue.shift();
    this.#waiting.delete(by);
    if (queue.length > 0) this.#waiting.set(by, queue);
    next?.(connection);
  }

  #enqueue(by: string, resolve: (connection: SnapshotConnection) => void): void {
    const queue = this.#waiting.get(by);
    if (queue) queue.push(resolve);
    else this.#waiting.set(by, [resolve]);
  }
}
