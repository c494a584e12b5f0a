import { useSyncExternalStore } from 'react';
import { codesIn, noCodes, type BroughtCodes } from './brought-codes.ts';

let held = noCodes;
const listeners = new Set<() => void>();

/** Holds codes in the memory of this page alone: a reload forgets them, and the link can be opened again. */
export function holdCodes(codes: BroughtCodes): void {
  held = codes;
  for (const listener of listeners) listener();
}

/** What brought the reader here. */
export function useHeldCodes(): BroughtCodes {
  return useSyncExternalStore(
    subscribe,
    () => held,
    // Where the page is painted ahead nobody has brought anything.
    () => noCodes,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Codes leave the address at once: no history, no bookmark, no request and no screen that is shared keeps them. */
function take(): void {
  const found = codesIn(location.href);
  if (!found) return;
  history.replaceState(history.state, '', found.rest);
  holdCodes(found.codes);
}

/** The first thing that the page does. A link that is opened in a tab which stands there already loads nothing anew. */
export function takeCodes(): void {
  take();
  globalThis.addEventListener('hashchange', take);
}
