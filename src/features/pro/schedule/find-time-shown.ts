import { partsOfLocal } from '../../../lib/time.ts';
import type { Slot } from '../../../../sync/domain/free-slots.ts';

/** Free times of one day. */
export interface SlotDay {
  readonly date: string;
  readonly slots: readonly Slot[];
}

/** Free times by the day on which they begin, in their order; each has one at least. Pure. */
export function slotDays(slots: readonly Slot[]): readonly SlotDay[] {
  const days = new Map<string, Slot[]>();
  for (const slot of slots) {
    const date = partsOfLocal(slot.local_start).date;
    const ofDay = days.get(date);
    if (ofDay) ofDay.push(slot);
    else days.set(date, [slot]);
  }
  return [...days].map(([date, ofDay]) => ({ date, slots: ofDay }));
}
