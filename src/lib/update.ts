import { createContext, use, useSyncExternalStore } from 'react';
import { unsavedTexts } from './flush.ts';
import { UpdateSource } from './update-source.ts';

/** The new versions of this page. It never reloads by itself, but where the person said so in one of its tabs. */
export function createUpdateSource(): UpdateSource {
  return new UpdateSource({ unsaved: unsavedTexts, reload: () => location.reload() });
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
  const { waiting, isHeld } = useSyncExternalStore(source.subscribe, source.get, source.get);
  return { waiting, isHeld, install: () => void source.install() };
}
