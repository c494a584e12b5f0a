import { useSyncExternalStore } from 'react';
import * as v from 'valibot';

const key = 'orchid.passkey-offer';
/** By then the person knows what a lock costs, and whether the password is a burden. */
const unlocksBefore = 2;

const kept = v.object({ sub: v.string(), unlocks: v.number(), isAnswered: v.optional(v.boolean()) });

/** Whoever waits for the time to come: the screen may stand before the unlock that opened it was counted. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The person has typed the password to unlock this device. */
export function noteUnlock(sub: string): void {
  const { unlocks, isAnswered } = read(sub);
  if (!isAnswered && unlocks < unlocksBefore) write({ sub, unlocks: unlocks + 1 });
}

/** Whether it is time to offer the device's own way to unlock: after the second time, until there is an answer. */
export function isOfferDue(sub: string): boolean {
  const { unlocks, isAnswered } = read(sub);
  return !isAnswered && unlocks >= unlocksBefore;
}

/** `isOfferDue`, as it changes. */
export function useOfferDue(sub: string): boolean {
  return useSyncExternalStore(subscribe, () => isOfferDue(sub));
}

/** It is not offered again; it stands among what the account is opened with. */
export function answerOffer(sub: string): void {
  write({ sub, unlocks: unlocksBefore, isAnswered: true });
}

/** [C-393] With a log-out it goes, too. */
export function forgetOffer(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Forbidden: there was nothing.
  }
}

function read(sub: string): v.InferOutput<typeof kept> {
  try {
    const parsed = v.safeParse(kept, JSON.parse(localStorage.getItem(key) ?? 'null'));
    if (parsed.success && parsed.output.sub === sub) return parsed.output;
  } catch {
    // Forbidden or unreadable: as if this account were here for the first time.
  }
  return { sub, unlocks: 0 };
}

function write(value: v.InferOutput<typeof kept>): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full: then nothing is offered.
  }
  for (const listener of listeners) listener();
}
