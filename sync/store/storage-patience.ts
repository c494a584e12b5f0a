import type { Clock } from '../ports.ts';

/** Storage that has not answered for so long is said not to. */
export const patienceMs = 10_000;

export interface PatienceOptions {
  /** Without one nothing is timed, and nothing tried again. */
  readonly clock?: Clock;
  /** Whether storage answers; told when that changes. */
  readonly onAnswering?: (isAnswering: boolean) => void;
}

/**
 * Waits for storage without an end, but not in silence: whatever takes 10 s is told, until it has come to its end. Only what
 * may be done twice is begun anew meanwhile.
 */
export class StoragePatience {
  readonly #options: PatienceOptions;
  readonly #stalled = new Set<object>();
  #isClosed = false;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  /** Runs a write: once, however long it takes. */
  once<T>(attempt: () => Promise<T>): Promise<T> {
    return this.#run(attempt, () => undefined);
  }

  /** Runs a read: again every 10 s until one attempt has come to its end, which stands for all. */
  untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
    return this.#run(attempt, (again) => again());
  }

  /** This waits, for a reason that will not pass by itself. */
  stall(waiting: object): void {
    if (this.#isClosed || this.#stalled.has(waiting)) return;
    this.#stalled.add(waiting);
    if (this.#stalled.size === 1) this.#options.onAnswering?.(false);
  }

  /** This has come to its end, whichever. */
  end(waiting: object): void {
    if (this.#stalled.delete(waiting) && this.#stalled.size === 0) this.#options.onAnswering?.(true);
  }

  /** Nobody waits here any more: nothing is told from now on, and what was is taken back. */
  close(): void {
    if (this.#stalled.size > 0) this.#options.onAnswering?.(true);
    this.#stalled.clear();
    this.#isClosed = true;
  }

  #run<T>(attempt: () => Promise<T>, onStall: (again: () => void) => void): Promise<T> {
    const { clock } = this.#options;
    if (!clock) return attempt();
    const waiting = {};
    return new Promise((resolve, reject) => {
      let cancel: () => void = () => undefined;
      const end = (): void => {
        cancel();
        this.end(waiting);
      };
      const begin = (): void => {
        cancel = clock.after(patienceMs, () => {
          this.stall(waiting);
          if (!this.#isClosed) onStall(begin);
        });
        attempt().finally(end).then(resolve, reject);
      };
      begin();
    });
  }
}
