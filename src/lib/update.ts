import { createContext, use, useSyncExternalStore } from 'react';
import type { Observable } from '../../sync/client/api.ts';

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

/** Whether a new version waits, and how to put it in use. */
export function useUpdate(): { readonly waiting: boolean; readonly install: () => void } {
  const source = use(UpdateContext);
  const waiting = useSyncExternalStore(source.subscribe, source.get);
  return { waiting, install: source.install };
}
