import type { Clock, Log } from '../../ports.ts';
import { DeposedError, type Fence } from '../replica/fence.ts';
import { beginRecount, noteOther, recountPage, type Recount } from '../pull/recount.ts';
import { LockedError, type Replica } from '../replica/replica.ts';
import { sealAnewPage } from './seal-anew.ts';

/** A replica that was just opened is wanted for other things first. */
const firstMs = 5000;
/** Between two pages everybody else has a turn. */
const pauseMs = 20;
/** What was counted is counted again after this. */
const everyMs = 6 * 60 * 60 * 1000;
/** Storage that failed is asked again after this. */
const againMs = 60_000;

interface UpkeepOptions {
  readonly replica: Replica;
  readonly clock: Clock;
  readonly log: Log;
  /** Something does not sum up: a pull heals it. */
  readonly onFound: () => void;
}

/**
 * What the leader does for the replica when nothing else is to do: seals rows of before anew, then counts what lies here,
 * again and again, a page at a time. Who writes waits for such a page at most, and it has no duty to be soon.
 */
export class Upkeep {
  readonly #options: UpkeepOptions;
  #fence: Fence | null = null;
  #cancel: (() => void) | null = null;
  /** Where sealing anew goes on; null: it is done. */
  #sealFrom: string | null = '';
  #counts: Recount[] = [];

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  start(fence: Fence): void {
    this.stop();
    this.#fence = fence;
    this.#sealFrom = '';
    this.#beginCounts();
    this.#after(firstMs);
  }

  stop(): void {
    this.#fence = null;
    this.#cancel?.();
    this.#cancel = null;
  }

  #beginCounts(): void {
    this.#counts = [...this.#options.replica.registry.collections.keys()].map(beginRecount);
  }

  #after(delayMs: number): void {
    if (!this.#fence) return;
    this.#cancel = this.#options.clock.after(delayMs, () => {
      this.#cancel = null;
      void this.#turn();
    });
  }

  async #turn(): Promise<void> {
    const fence = this.#fence;
    if (!fence) return;
    try {
      const isOver = await this.#step(fence);
      if (this.#fence !== fence) return;
      if (isOver) this.#beginCounts();
      this.#after(isOver ? everyMs : pauseMs);
    } catch (error) {
      if (this.#fence !== fence) return;
      // Who leads or has keys now does this too.
      if (error instanceof LockedError || error instanceof DeposedError) this.stop();
      else this.#after(againMs);
    }
  }

  /** One page; whether that was the last. */
  async #step(fence: Fence): Promise<boolean> {
    const { replica, log, onFound } = this.#options;
    const { store } = replica;
    const from = this.#sealFrom;
    if (from !== null) {
      this.#sealFrom = await store.tx('relaxed', () => sealAnewPage(replica, fence, from));
      return false;
    }
    const [count, ...others] = this.#counts;
    if (!count) return true;
    const found = await store.read(() => recountPage(replica, fence, count));
    const next = found === 'other' ? await store.tx('relaxed', () => noteOther(replica, fence, count)) : found;
    this.#counts = typeof next === 'object' ? [next, ...others] : others;
    if (next === 'other') {
      log.error('replica.recount_differs', { collection: count.collection });
      onFound();
    }
    return this.#counts.length === 0;
  }
}
