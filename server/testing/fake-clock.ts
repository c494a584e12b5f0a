import type { Clock, Log, Random } from '../../sync/ports.ts';

/** A clock that stands still until told. */
export class FakeClock implements Clock {
  #nowMs: number;
  #timers: { readonly at: number; readonly run: () => void }[] = [];

  constructor(instant = '2026-11-20T15:00:00.000Z') {
    this.#nowMs = Date.parse(instant);
  }

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.#nowMs + delayMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets time pass and calls what fell due, in order. */
  pass(ms: number): void {
    const end = this.#nowMs + ms;
    for (;;) {
      const [due] = this.#timers.filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at);
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#nowMs = Math.max(this.#nowMs, due.at);
      due.run();
    }
    this.#nowMs = end;
  }
}

/** mulberry32: seeded, for tests only. */
export function seededRandom(seed: number): Random & { below(limit: number): number } {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
    below: (limit) => Math.floor(next() * limit),
  };
}

/** A log that keeps what it was told. */
export function createTestLog(): Log & { readonly errors: string[]; readonly infos: string[] } {
  const errors: string[] = [];
  const infos: string[] = [];
  return {
    errors,
    infos,
    error: (event, detail) => {
      errors.push(`${event} ${JSON.stringify(detail ?? {})}`);
    },
    info: (event, detail) => {
      infos.push(`${event} ${JSON.stringify(detail ?? {})}`);
    },
    debug: () => undefined,
  };
}
