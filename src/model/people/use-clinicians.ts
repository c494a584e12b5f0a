import { useSyncExternalStore } from 'react';
import { practiceScope } from '../../../sync/collections/classes.ts';
import { prefixRange } from '../../../sync/core/index-key.ts';
import { useRange, type Loaded } from '../../lib/use-records.ts';
import { chooseClinicians, readChosen, watchChosen } from './chosen-clinicians.ts';
import { standingChoice, type Clinician } from './clinicians.ts';
import { useMe } from './use-account.ts';

export interface Clinicians {
  /** Those of the practice, by name. */
  readonly all: readonly Clinician[];
  /** Whose sessions are wanted; none: everybody's. */
  readonly chosen: readonly string[];
  /** Keeps another choice on this device. */
  readonly choose: (ids: readonly string[]) => void;
}

/** The clinicians of one's practice and which of them were chosen on this device; asks for nothing where none is `wanted`. */
export function useClinicians(wanted: boolean): Loaded<Clinicians> {
  const { sub, practiceId } = useMe();
  const kept = useSyncExternalStore(watchChosen, () => readChosen(sub));
  const range = { collection: 'professional', index: 'practice', ...prefixRange(practiceScope(practiceId)) } as const;
  const found = useRange(wanted && practiceId !== '' ? range : null);
  if (found.loading) return found;
  const all = found.value
    .map(({ body }): Clinician => ({ id: body.cognito_sub, name: body.display_name }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1));
  return {
    loading: false,
    value: { all, chosen: standingChoice(kept, all), choose: (ids) => chooseClinicians(sub, ids) },
  };
}
