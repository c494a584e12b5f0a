import type { Clock } from '../../sync/ports.ts';

/** So many at once, and so many more with each second. */
export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  left: number;
  atMs: number;
}

/** Most callers counted at once; whoever was not heard of for longest is counted anew. */
const mostBuckets = 50_000;

/** Counters that fill up again with time. In memory: one process, forgotten with it. */
export class TokenBuckets {
  readonly #allowance: Allowance;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #buckets = new Map<string, Bucket>();

  constructor(allowance: Allowance, clock: Pick<Clock, 'now'>) {
    this.#allowance = allowance;
    this.#clock = clock;
  }

  /** Whole seconds to wait, at least one; 0: taken, go on. What is refused takes nothing. */
  take(key: string): number {
    const { burst, perSecond } = this.#allowance;
    if (burst === Number.POSITIVE_INFINITY) return 0;
    const nowMs = this.#clock.now();
    const bucket = this.#buckets.get(key) ?? { left: burst, atMs: nowMs };
    const passedS = Math.max(0, nowMs - bucket.atMs) / 1000;
    bucket.left = Math.min(burst, bucket.left + passedS * perSecond);
    bucket.atMs = nowMs;
    this.#keep(key, bucket);
    if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / perSecond));
    bucket.left -= 1;
    return 0;
  }

  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size <= mostBuckets) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
