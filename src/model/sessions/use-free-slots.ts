import { useState } from 'react';
import type { Slot, WantedSession } from '../../../sync/domain/free-slots.ts';
import { useNow } from '../../lib/use-now.ts';
import { slotsOf, whyNone, type SlotWish, type WhyNone } from './availability-slots.ts';
import { useAvailability, type Availability } from './use-availability.ts';
import { lookedThrough, useBusy } from './use-busy.ts';

/** So many days are looked through at a time: as many as it is known of what takes them. */
export const windowDays = 14;

export interface SlotsAsked {
  /** '' asks of nobody. */
  readonly clinician: string;
  /** From which date on, of which zone. */
  readonly first: string;
  readonly zone: string;
  readonly minutes: number;
  readonly wanted: WantedSession;
}

export interface FoundSlots {
  readonly slots: readonly Slot[];
  /** Null while there are some. */
  readonly why: WhyNone | null;
}

/**
 * The free times of a clinician in two weeks, from what lies on this device: what she has said of her time, her sessions and what she has
 * blocked; of a colleague what is told of them. Works without a network. Null until the replica has answered, and of nobody.
 */
export function useFreeSlots({ clinician, first, zone, minutes, wanted }: SlotsAsked): FoundSlots | null {
  const now = useNow();
  const said = useAvailability(clinician, { date: first, days: windowDays, zone });
  const busy = useBusy({ clinician, ...lookedThrough(first, zone) });
  const wish = busy && { zone, first, days: windowDays, minutes, wanted, busy, now };
  // Records come anew with every drawing: what is found is another thing where they say something else.
  const asked = JSON.stringify({ said, wish });
  const [kept, setKept] = useState(() => ({ asked, found: find(said, wish) }));
  if (kept.asked === asked) return kept.found;
  const found = find(said, wish);
  setKept({ asked, found });
  return found;
}

function find(said: Availability | null, wish: SlotWish | null): FoundSlots | null {
  if (!said || !wish || !(wish.minutes > 0)) return null;
  const slots = slotsOf(said, wish);
  return { slots, why: slots.length === 0 ? whyNone(said, wish) : null };
}
