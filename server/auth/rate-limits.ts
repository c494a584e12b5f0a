import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests per minute. */
export interface Limits {
  /** Sign-in attempts per address and account name; each alone may have `loginSpread` times as many. */
  readonly login: number;
  /** Questions for derivation parameters per address. */
  readonly preLogin: number;
}

/** One address trying many names, or many addresses trying one, is still bounded; a practice behind one address is not hurt. */
const loginSpread = 5;

export const defaultLimits: Limits = { login: 10, preLogin: 60 };

export interface RateLimits {
  /** Seconds to wait, or 0 where the request may go on. */
  takeLogin(address: string, account: string): Promise<number>;
  takePreLogin(key: string): Promise<number>;
}

/** Counters in memory: one process, forgotten with it. */
export function createRateLimits(limits: Limits): RateLimits {
  const login = new RateLimiterMemory({ points: limits.login, duration: 60 });
  const preLogin = new RateLimiterMemory({ points: limits.preLogin, duration: 60 });
  const wide = new RateLimiterMemory({ points: limits.login * loginSpread, duration: 60 });
  const takeLogin = async (address: string, account: string): Promise<number> => {
    // One after the other: an attempt that is refused here must not use up what others have on the same account.
    const counters = [
      [login, `${address}|${account}`],
      [wide, `address|${address}`],
      [wide, `account|${account}`],
    ] as const;
    for (const [limiter, key] of counters) {
      const seconds = await take(limiter, key);
      if (seconds > 0) return seconds;
    }
    return 0;
  };
  return { takeLogin, takePreLogin: (key) => take(preLogin, key) };
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
