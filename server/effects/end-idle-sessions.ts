import type { Clock, Log } from '../../sync/ports.ts';
import { endIfOver, idleLimitMs } from '../auth/sessions.ts';
import { call, type Store } from '../store/port.ts';

const everyMs = 60_000;
const mostPerStep = 100;

/**
 * Ends sessions whose time is over although nobody asks for them any more, so that the server forgets their device keys: what
 * was taken from a device's disk is then worth nothing, also to whoever has the database. Returns the way to stop.
 */
export function startEndingIdle(ports: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}): () => void {
  const { store, clock, log } = ports;
  let stopped = false;
  let cancel = clock.after(everyMs, round);

  async function end(): Promise<void> {
    for (;;) {
      const nowMs = clock.now();
      const over = await store.read(() => call('idleSessions', nowMs - idleLimitMs, mostPerStep));
      for (const { familyId } of over) await store.write(() => endIfOver(familyId, nowMs));
      if (over.length < mostPerStep) return;
    }
  }

  function round(): void {
    end()
      // Nobody is let in by a session that is over: the next round forgets its key.
      .catch(() => log.error('end-idle-failed'))
      .finally(() => {
        if (!stopped) cancel = clock.after(everyMs, round);
      });
  }

  return () => {
    stopped = true;
    cancel();
  };
}
