import type { MutateResult } from '../../../../sync/client/api.ts';
import type { OrchidClient } from '../../../lib/model.ts';
import type { Away, Opening, Period } from '../../../model/sessions/use-availability.ts';
import type { Done } from './calendar-acts.ts';
import { notTakenWords } from './words.ts';

/** Something that a clinician has said of when she can be booked. */
export type Said =
  | { readonly kind: 'period'; readonly record: Period }
  | { readonly kind: 'opening'; readonly record: Opening }
  | { readonly kind: 'away'; readonly record: Away };

interface Around {
  readonly client: OrchidClient;
  readonly owner: string;
  readonly practiceId: string;
}

/** The facts of each that count where it is taken out. */
const factNames = {
  period: ['from', 'place', 'appointment_type_ids'],
  opening: ['start', 'place', 'appointment_type_ids'],
  away: ['from_date'],
} as const;

/** Takes it out as it was on screen, and not as somebody has changed it since; what was done, with the way back. */
export async function removeSaid(said: Said, words: string, around: Around): Promise<Done> {
  const { stamps } = said.record;
  const base = Object.fromEntries(factNames[said.kind].map((name) => [name, stamps[name] ?? '']));
  const result = await setRemoved(said, true, { ...around, base }).catch(() => null);
  if (result?.kind !== 'saved') return { words: result?.message ?? notTakenWords };
  return { words, undo: () => setRemoved(said, false, { ...around, base: {} }) };
}

interface Over extends Around {
  readonly base: Readonly<Record<string, string>>;
}

function setRemoved(
  { kind, record: { id } }: Said,
  removed: boolean,
  { client, owner, practiceId: practice_id, base }: Over,
): Promise<MutateResult> {
  const by = { owner, base };
  switch (kind) {
    case 'period':
      return client.mutate('availability_period.save', { practice_id, period_id: id, removed }, by);
    case 'opening':
      return client.mutate('availability_opening.save', { practice_id, opening_id: id, removed }, by);
    case 'away':
      return client.mutate('unavailability.save', { practice_id, unavailability_id: id, removed }, by);
  }
}
