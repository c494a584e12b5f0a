import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Clock, Log, Random } from '../sync/ports.ts';

/** The machine's clock. A waiting timer does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The operating system's source of randomness, asked for a page at a time: each question costs as much as a sealing. */
export const systemRandom: Random = createPooledRandom(4096);

/** Hands out each byte once, and forgets it. */
function createPooledRandom(poolBytes: number): Random {
  let pool = new Uint8Array(0);
  return {
    bytes: (length) => {
      if (length > poolBytes) return new Uint8Array(randomBytes(length));
      if (pool.length < length) pool = new Uint8Array(randomBytes(poolBytes));
      const out = pool.slice(0, length);
      pool.fill(0, 0, length);
      pool = pool.subarray(length);
      return out;
    },
  };
}

/** Structured lines on standard output. Callers hand in ids and counts only; nothing here looks inside. */
export function createLog(level: 'error' | 'info' | 'debug' = 'info'): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return {
    error: (event, detail) => logger.error(detail ?? {}, event),
    info: (event, detail) => logger.info(detail ?? {}, event),
    debug: (event, detail) => logger.debug(detail ?? {}, event),
  };
}
