import { dateIn, partsOfLocal } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { nearDays, nearestFreeTimes } from '../../../model/sessions/availability-slots.ts';
import type { FreeTime } from '../../../model/sessions/free-times.ts';
import { useAvailability } from '../../../model/sessions/use-availability.ts';
import { lookedThrough, useBusy } from '../../../model/sessions/use-busy.ts';

interface FreeNear {
  readonly clinician: string;
  readonly local: string;
  readonly zone: string;
  readonly minutes: number;
}

/** The three free times nearest after one that was refused, within the clinician's hours where she has said any; null asks for none. */
export function useFreeNear(asked: FreeNear | null, except: string | null = null): readonly FreeTime[] {
  const now = useNow();
  const zone = asked?.zone ?? 'UTC';
  const date = asked ? partsOfLocal(asked.local).date : dateIn(now, zone);
  const clinician = asked?.clinician ?? '';
  const busy = useBusy({ clinician, ...lookedThrough(date, zone), except: { session: except ?? undefined } });
  const said = useAvailability(clinician, { date, days: nearDays, zone });
  if (!asked || !busy) return [];
  const { local: local_start, minutes } = asked;
  return nearestFreeTimes({ local_start, zone, minutes, busy, now, count: 3 }, said);
}
