import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createPooledRandom } from '../sync/core/pooled-random.ts';
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

/** The operating system's source of randomness. */
export const systemRandom: Random = createPooledRandom((length) => new Uint8Array(randomBytes(length)), systemClock);

/** Structured lines on standard output. Callers hand in ids and counts only; nothing here looks inside. */
export function createLog(level: 'error' | 'info' | 'debug' = 'info'): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return {
    error: (event, detail) => logger.error(detail ?? {}, event),
    info: (event, detail) => logger.info(detail ?? {}, event),
    debug: (event, detail) => logger.debug(detail ?? {}, event),
  };
}
