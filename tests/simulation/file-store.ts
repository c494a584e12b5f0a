import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Random } from '../../sync/ports.ts';
import type { Plan, Store } from '../../server/store/port.ts';
import { createSqliteStore } from '../../server/store/sqlite-store.ts';

/** In memory where the system has such a folder: what is simulated is the process, not the power of the machine. */
const folder = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();

/**
 * The shipped store over a file, in a process that can die: then all that it held in memory is gone, and what comes next opens
 * what the file has.
 */
export class FileStore implements Store {
  readonly #random: Random;
  /** A connection of its own costs as much as a hundred reads: not every schedule pays for it. */
  readonly #readsInPieces: boolean;
  readonly #dir = fs.mkdtempSync(path.join(folder, 'orchid-sim-'));
  readonly #file = path.join(this.#dir, 'orchid.sqlite');
  #store: Store;
  #restarting: Promise<void> | null = null;

  /** `start`: what the file holds at first; null: nothing. */
  constructor(random: Random & { chance(p: number): boolean }, start: Uint8Array | null) {
    this.#random = random;
    if (start) fs.writeFileSync(this.#file, start);
    this.#readsInPieces = random.chance(0.15);
    this.#store = this.#open();
    // Whoever ends the run in between leaves nothing behind.
    process.once('exit', this.remove);
  }

  #open(): Store {
    return createSqliteStore({
      file: this.#file,
      masterKey: new Uint8Array(32).fill(3),
      random: this.#random,
      defer: (run) => queueMicrotask(run),
      cacheKilobytes: 1024,
    });
  }

  readonly remove = (): void => {
    process.off('exit', this.remove);
    fs.rmSync(this.#dir, { recursive: true, force: true });
  };

  /** What is asked from here on is answered by a process that began anew. */
  die(): void {
    // It is on its way up already.
    if (this.#restarting) return;
    this.#restarting = this.#store.close().then(() => {
      this.#store = this.#open();
      this.#restarting = null;
    });
  }

  async write<R>(plan: () => Plan<R>): Promise<R> {
    return (await this.#living()).write(plan);
  }

  async read<R>(plan: () => Plan<R>): Promise<R> {
    return (await this.#living()).read(plan);
  }

  async readInPieces<R>(plan: () => Plan<R>, by?: string): Promise<R> {
    const store = await this.#living();
    return this.#readsInPieces ? store.readInPieces(plan, by) : store.read(plan);
  }

  async close(): Promise<void> {
    await this.closeAndKeep();
    this.remove();
  }

  /** Answers where the file lies, until it is removed. */
  async closeAndKeep(): Promise<string> {
    await (await this.#living()).close();
    return this.#file;
  }

  async #living(): Promise<Store> {
    while (this.#restarting) await this.#restarting;
    return this.#store;
  }
}
