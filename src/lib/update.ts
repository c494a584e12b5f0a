import { createContext, use, useState, useSyncExternalStore } from 'react';
import type { Observable } from '../../sync/client/api.ts';
import { unsavedTexts } from './flush.ts';
import { installSafely } from './unsaved.ts';

/** A new version that waits to be put in use. The page never reloads by itself. */
export interface UpdateSource extends Observable<boolean> {
  /** Whoever registers the service worker says that a version waits, and how to put it in use. */
  announce(install: () => void): void;
  install(): void;
}

export function createUpdateSource(): UpdateSource {
  const listeners = new Set<() => void>();
  let waiting: (() => void) | null = null;
  return {
    get: () => waiting !== null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: (install) => {
      waiting = install;
      for (const listener of listeners) listener();
    },
    install: () => waiting?.(),
  };
}

export const UpdateContext = createContext<UpdateSource>(createUpdateSource());

export interface Update {
  readonly waiting: boolean;
  /** Saves what is typed, then puts the new version in use; not while text would be lost with this page. */
  readonly install: () => void;
  /** The last attempt was held back for unsaved text. */
  readonly isHeld: boolean;
}

/** What a person is told of an update that was held back. */
export const heldWords = 'Some text is not saved on this device yet. Copy it or save it first, then update.';

/** Whether a new version waits, and how to put it in use. */
export function useUpdate(): Update {
  const source = use(UpdateContext);
  const waiting = useSyncExternalStore(source.subscribe, source.get);
  const [isHeld, setHeld] = useState(false);
  const install = (): void =>
    void installSafely(unsavedTexts, source.install).then((outcome) => setHeld(outcome === 'held'));
  return { waiting, install, isHeld };
}
