import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Json } from '../../sync/core/record.ts';
import type { Clock, Log } from '../../sync/ports.ts';
import { call, type Store } from '../store/port.ts';

/** What somebody did that changes nothing: looked, or tried. Ids only. */
export interface Trace {
  readonly actor: string;
  readonly action: string;
  readonly subject: Readonly<Record<string, Json>>;
}

/** Acts that change nothing, for the audit log: the first at once, the same again within a quarter of an hour as a count. */
export interface Traces {
  /** Resolves when the row is on the disk; whether it was the first of its quarter of an hour. */
  note(trace: Trace): Promise<boolean>;
  /** Writes the counts that are open: for the end of a process, and for tests. */
  settle(): Promise<void>;
  stop(): void;
}

export const traceWindowMs = 15 * 60 * 1000;
/** Most acts counted at once; more of them end the oldest window early. */
const mostOpen = 10_000;

interface Open {
  readonly trace: Trace;
  readonly sinceMs: number;
  more: number;
  /** Rejects where the first could not be written. */
  readonly written: Promise<void>;
}

export function createTraces(ports: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly nudge: () => void;
}): Traces {
  const { store, clock, log, nudge } = ports;
  // In the order in which their windows began.
  const open = new Map<string, Open>();
  let cancel: (() => void) | null = null;
  let stopped = false;

  async function write(trace: Trace): Promise<void> {
    const { actor, action, subject } = trace;
    const at = toInstant(clock.now());
    await store.write(() => call('addAudit', { at, actor, action, subject: canonicalJson(subject) }));
    nudge();
  }

  async function close(isOver: (window: Open) => boolean): Promise<void> {
    for (const [key, window] of open) {
      if (!isOver(window)) break;
      open.delete(key);
      const { more, trace } = window;
      if (more > 0) await write({ ...trace, subject: { ...trace.subject, more } });
    }
  }

  function sweep(): void {
    cancel = null;
    const nowMs = clock.now();
    close((window) => nowMs - window.sinceMs >= traceWindowMs)
      // The first act of each window is written; only a count is lost.
      .catch(() => log.error('trace-count-failed'))
      .finally(schedule);
  }

  function schedule(): void {
    if (cancel || stopped || open.size === 0) return;
    cancel = clock.after(traceWindowMs, sweep);
  }

  return {
    note: async (trace) => {
      const nowMs = clock.now();
      const key = canonicalJson([trace.actor, trace.action, trace.subject]);
      const found = open.get(key);
      if (found && nowMs - found.sinceMs < traceWindowMs) {
        found.more += 1;
        // Nobody is let through by a trace that is not there yet, and may never be.
        await found.written;
        return false;
      }
      if (found) await close((window) => nowMs - window.sinceMs >= traceWindowMs);
      if (open.size >= mostOpen) await close(() => open.size >= mostOpen);
      const window = { trace, sinceMs: nowMs, more: 0, written: write(trace) };
      open.set(key, window);
      schedule();
      try {
        await window.written;
      } catch (error) {
        // What comes next is the first again.
        if (open.get(key) === window) open.delete(key);
        throw error;
      }
      return true;
    },
    settle: () => close(() => true),
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}
