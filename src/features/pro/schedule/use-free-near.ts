import { dateIn, partsOfLocal } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { nextFreeTimes, type FreeTime } from '../../../model/sessions/free-times.ts';
import { useBusy } from '../../../model/sessions/use-busy.ts';

interface FreeNear {
  readonly clinician: string;
  readonly local: string;
  readonly zone: string;
  readonly minutes: number;
}

/** The three free times nearest after one that was refused; null asks for none. */
export function useFreeNear(asked: FreeNear | null, except: string | null = null): readonly FreeTime[] {
  const now = useNow();
  const zone = asked?.zone ?? 'UTC';
  const date = asked ? partsOfLocal(asked.local).date : dateIn(now, zone);
  const { sessions, blocks } = useBusy(asked?.clinician ?? '', date, zone, except);
  if (!asked) return [];
  const { local: local_start, minutes } = asked;
  return nextFreeTimes({ local_start, zone, minutes, busy: [...sessions, ...blocks], now, count: 3 });
}
