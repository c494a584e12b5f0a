import type { Clock } from '../../sync/ports.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** One time line for a whole world; each device reads it through its own, possibly wrong, clock. */
export class VirtualTime {
  nowMs = Date.parse('2026-11-21T09:00:00.000Z');
  #timers: Timer[] = [];
  #order = 0;

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.nowMs + Math.max(0, delayMs), order: (this.#order += 1), run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Everybody sleeps for so long: no timer runs meanwhile, what fell due runs when they wake. */
  async sleep(ms: number): Promise<void> {
    await drain();
    this.nowMs += ms;
    await this.pass(0);
  }

  /** Runs everything that falls due within `ms`, in order. */
  async pass(ms: number): Promise<void> {
    const end = this.nowMs + ms;
    await drain();
    for (;;) {
      let due: Timer | undefined;
      for (const timer of this.#timers) {
        if (timer.at > end) continue;
        if (!due || timer.at < due.at || (timer.at === due.at && timer.order < due.order)) due = timer;
      }
      if (!due) break;
      const chosen = due;
      this.#timers = this.#timers.filter((timer) => timer !== chosen);
      this.nowMs = Math.max(this.nowMs, chosen.at);
      chosen.run();
      await drain();
    }
    this.nowMs = end;
    await drain();
  }
}

/** A device's clock: the world's time plus a skew that may jump. */
export class SkewedClock implements Clock {
  readonly #time: VirtualTime;
  skewMs = 0;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  now(): number {
    return this.#time.nowMs + this.skewMs;
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#time.after(delayMs, run);
  }
}

/** Everything in the world is promises; one turn of the event loop runs all that are ready. */
async function drain(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
