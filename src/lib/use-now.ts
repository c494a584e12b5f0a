import { useSyncExternalStore } from 'react';
import type { Instant } from '../../sync/core/record.ts';
import { toInstant } from '../../sync/core/instant.ts';

const stepMs = 15_000;
const listeners = new Set<() => void>();
let now = quantised();
let timer: ReturnType<typeof setInterval> | undefined;

function quantised(): Instant {
  return toInstant(Math.floor(Date.now() / stepMs) * stepMs);
}

function tick(): void {
  const next = quantised();
  if (next === now) return;
  now = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(tick, 1_000);
    document.addEventListener('visibilitychange', tick);
    tick();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The present, in steps of a quarter minute; one timer for all who ask. */
export function useNow(): Instant {
  return useSyncExternalStore(subscribe, () => {
    if (listeners.size === 0) now = quantised();
    return now;
  });
}
