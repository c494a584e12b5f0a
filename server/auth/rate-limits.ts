import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../../sync/ports.ts';
import { createGrowingWaits } from './growing-waits.ts';

/** Requests per minute. */
export interface Limits {
  /** Sign-in attempts per address and account name; each alone may have `loginSpread` times as many. */
  readonly login: number;
  /** Questions for derivation parameters per address. */
  readonly preLogin: number;
  /** Mails a day from one place to one e-mail; default: three. */
  readonly mails?: number;
  /** Codes from paper an hour that one address may get wrong; default: five. */
  readonly codes?: number;
}

/** One address trying many names, or many addresses trying one, is still bounded; a practice behind one address is not hurt. */
const loginSpread = 5;

/** Devices behind one address that may come back at once, as after a restart of the server. */
const resumeSpread = 50;

export const defaultLimits: Limits = { login: 10, preLogin: 60 };

/** An attempt to sign in, before its password is looked at. */
export interface LoginAttempt {
  readonly address: string;
  readonly account: string;
  /** The device on which this account has signed in before, where the server knows that; else null. */
  readonly knownDevice: string | null;
}

/** Codes from paper that one address may get wrong in an hour. */
const codesAnHour = 5;

/** Mails that one address of ours may cause in a day, to one e-mail. */
const mailsADay = 3;
/** To different ones. */
const mailSpread = 20;

/** Who causes a mail to go to whom. */
export interface MailCause {
  readonly email: string;
  /** The device or network that asks. */
  readonly from: string;
}

export interface RateLimits {
  /** Seconds to wait before another mail of this cause; whether anybody has the e-mail makes no difference. */
  takeMail(cause: MailCause): Promise<number>;
  /** Seconds to wait, or 0 where the request may go on. */
  takeLogin(attempt: LoginAttempt): Promise<number>;
  /** What became of an attempt that went on: failures make the next waits longer, a sign-in ends them. */
  endLogin(attempt: LoginAttempt, isSignedIn: boolean): void;
  takePreLogin(key: string): Promise<number>;
  /** Before a code from paper is looked up; one that was right is given back. */
  takeCode(address: string): Promise<number>;
  giveCodeBack(address: string): Promise<void>;
  /** A device that comes back by its own key: it costs the server little, and must not wait for what others behind its address ask. */
  takeResume(address: string, on: { readonly sub: string; readonly device: string }): Promise<number>;
}

/** Counters in memory: one process, forgotten with it. */
export function createRateLimits(limits: Limits, clock: Pick<Clock, 'now'>): RateLimits {
  const login = new RateLimiterMemory({ points: limits.login, duration: 60 });
  const preLogin = new RateLimiterMemory({ points: limits.preLogin, duration: 60 });
  const resume = new RateLimiterMemory({ points: limits.preLogin, duration: 60 });
  const resumeWide = new RateLimiterMemory({ points: limits.preLogin * resumeSpread, duration: 60 });
  const wide = new RateLimiterMemory({ points: limits.login * loginSpread, duration: 60 });
  const mails = new RateLimiterMemory({ points: limits.mails ?? mailsADay, duration: 24 * 60 * 60 });
  const mailsWide = new RateLimiterMemory({ points: (limits.mails ?? mailsADay) * mailSpread, duration: 24 * 60 * 60 });
  const codes = new RateLimiterMemory({ points: limits.codes ?? codesAnHour, duration: 60 * 60 });
  const waits = createGrowingWaits({ freeFailures: limits.login * loginSpread }, clock);
  const takeLogin = async ({ address, account, knownDevice }: LoginAttempt): Promise<number> => {
    // What others do to an account must not keep its owner's own device out: that one is counted by itself.
    const grown = waits.secondsFor(waitKey({ account, knownDevice }));
    if (grown > 0) return grown;
    if (knownDevice !== null) return take(login, `device|${knownDevice}|${account}`);
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
  return {
    takeLogin,
    endLogin: (attempt, isSignedIn) => {
      if (!isSignedIn) waits.addFailure(waitKey(attempt));
      else for (const key of [attempt.account, waitKey(attempt)]) waits.clear(key);
    },
    takeMail: async ({ email, from }) => {
      const seconds = await take(mailsWide, from);
      return seconds > 0 ? seconds : take(mails, `${from}|${email}`);
    },
    takePreLogin: (key) => take(preLogin, key),
    takeCode: (address) => take(codes, address),
    giveCodeBack: async (address) => void (await codes.reward(address)),
    takeResume: async (address, { sub, device }) => {
      // The address first: names that nobody has must not fill the memory.
      const seconds = await take(resumeWide, address);
      return seconds > 0 ? seconds : take(resume, `${address}|${sub}|${device}`);
    },
  };
}

function waitKey({ account, knownDevice }: Pick<LoginAttempt, 'account' | 'knownDevice'>): string {
  return knownDevice === null ? account : `device|${knownDevice}|${account}`;
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
