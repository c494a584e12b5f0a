import { createPooledRandom } from '../core/pooled-random.ts';
import type { Clock, Log, Random } from '../ports.ts';

/** The device's own clock and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The browser's source of unpredictable bytes. */
export const systemRandom: Random = createPooledRandom(
  (length) => crypto.getRandomValues(new Uint8Array(length)),
  systemClock,
);

/** Ids and counts on the console, for whoever looks; nothing leaves the device. */
export const consoleLog: Log = {
  error: (event, detail) => console.error(event, detail ?? {}),
  info: (event, detail) => console.info(event, detail ?? {}),
  debug: () => undefined,
};
