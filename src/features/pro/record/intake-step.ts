import { useState } from 'react';
import type { SavedOwn } from '../../../model/profile/save-professional.ts';
import type { KnownProfessional } from '../../../model/profile/use-professional.ts';

/** What every step is handed. */
export interface StepProps {
  readonly known: KnownProfessional;
  /** Where what was typed waits when the step is left. */
  readonly owner: string;
  /** One of five in a row, or a section of what can be changed at any time. */
  readonly kind: 'intake' | 'settings';
  /** It is saved: on to the next. */
  readonly onSaved: () => void;
}

/** Where a step keeps what was typed and not saved. */
export function draftOf({ owner, kind }: StepProps, hash: string) {
  const path = kind === 'intake' ? '/quick-intake' : '/pro-dashboard/settings/professional-record';
  return { owner, key: `${kind} ${hash}`, path: `${path}#${hash}` };
}

/** Saves what was changed here, and answers how that ended. */
export type SaveChanges = <Said extends object>(
  said: Said,
  save: (changed: Partial<Said>) => Promise<SavedOwn>,
) => Promise<SavedOwn>;

/**
 * Tells what a person changes from what stood there when she came, or when she last saved: what another device has changed
 * meanwhile is not hers, and stays.
 */
export function useChanges(before: object): SaveChanges {
  const [begun, setBegun] = useState(before);
  return async (said, save) => {
    const result = await save(changedIn(begun, said));
    if (result.kind === 'saved') setBegun((had) => ({ ...had, ...said }));
    return result;
  };
}

/** Only what says something else than what stood there. */
export function changedIn<Said extends object>(before: object, said: Said): Partial<Said> {
  const had = new Map<string, unknown>(Object.entries(before));
  const changed: Partial<Said> = { ...said };
  for (const name of Object.keys(said))
    if (had.get(name) === Reflect.get(said, name)) Reflect.deleteProperty(changed, name);
  return changed;
}
