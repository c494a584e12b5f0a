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

/** Only what says something else than what stands there: what another device changed meanwhile stays. */
export function changedIn<Said extends object>(before: object, said: Said): Partial<Said> {
  const had = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(said).filter(([name, value]) => had.get(name) !== value);
  return Object.fromEntries(changed) as Partial<Said>;
}
