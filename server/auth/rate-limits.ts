import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests per minute. */
export interface Limits {
  /** Sign-in attempts per address and account name. */
  readonly login: number;
  /** Questions for derivation parameters per address. */
  readonly preLogin: number;
}

export const defaultLimits: Limits = { login: 10, preLogin: 60 };

export interface RateLimits {
  /** Seconds to wait, or 0 where the request may go on. */
  takeLogin(key: string): Promise<number>;
  takePreLogin(key: string): Promise<number>;
}

/** Counters in memory: one process, forgotten with it. */
export function createRateLimits(limits: Limits): RateLimits {
  const login = new RateLimiterMemory({ points: limits.login, duration: 60 });
  const preLogin = new RateLimiterMemory({ points: limits.preLogin, duration: 60 });
  return { takeLogin: (key) => take(login, key), takePreLogin: (key) => take(preLogin, key) };
}

async function take(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refused) {
    // The library rejects with its result where the limit is reached, and with an error where it failed.
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw refused;
  }
}
