import { useSyncExternalStore } from 'react';
import type { FieldSaver } from './field-saver.ts';
import type { FieldView, SaveState } from './save-state.ts';

/** What is said of all fields of a saver together. */
export function useSaveState<Value>(saver: FieldSaver<Value>): SaveState {
  return useSyncExternalStore(saver.subscribe, saver.state);
}

/** One field of a saver. */
export function useField<Value>(saver: FieldSaver<Value>, name: string): FieldView<Value> {
  return useSyncExternalStore(saver.subscribe, () => saver.field(name));
}
