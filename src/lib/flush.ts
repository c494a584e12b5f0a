import { useSyncExternalStore } from 'react';
import { systemClock } from '../../sync/web/system-ports.ts';
import { UnsavedTexts, type TextHolder } from './unsaved.ts';

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The unsaved texts of this page. */
export const unsavedTexts = new UnsavedTexts({
  clock: systemClock,
  // Only while there is something to ask about: the listener alone keeps a page out of the browser's back-forward cache.
  guardPage: (on) => (on ? addEventListener('beforeunload', ask) : removeEventListener('beforeunload', ask)),
});

/** Resolves when everything typed is saved on the device, or could not be. */
export async function flushAll(): Promise<void> {
  await unsavedTexts.flush();
}

/** Unsaved texts of this account that no screen shows. */
export function useLeftTexts(sub: string): readonly TextHolder[] {
  return useSyncExternalStore(unsavedTexts.subscribe, unsavedTexts.left).filter((holder) => holder.owner === sub);
}
