import { knowsZone } from '../../../sync/core/wall-clock.ts';
import { dateIn } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRecord, type Loaded } from '../../lib/use-records.ts';
import { useMe } from './use-account.ts';

/**
 * Today's date where a practice is: the server and the mutators judge the last day of an access by it (`practice-day.ts` in `sync`).
 * Where its record is not on this device, names a zone that is not known here, or there is no practice: the date where the viewer is.
 * Loading until the replica has answered.
 */
export function usePracticeDay(practiceId: string | null): Loaded<string> {
  const { zone: own } = useMe();
  const now = useNow();
  const isAsked = practiceId !== null && practiceId !== '';
  const practice = useRecord('practice', isAsked ? practiceId : null);
  if (isAsked && practice.loading) return practice;
  const zone = practice.loading ? undefined : practice.value?.body.zone;
  return { loading: false, value: dateIn(now, zone !== undefined && knowsZone(zone) ? zone : own) };
}
