import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { betweenRange } from '../../../sync/core/index-key.ts';
import { addDays, startOfDate } from '../../lib/time.ts';
import { useRange, type Loaded } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';

export type Session = SeenRecord<Appointment>;

/** A professional's own sessions of so many days of their zone, by start, the cancelled ones too. */
export function useOwnSessions(fromDate: string, days: number): Loaded<readonly Session[]> {
  const { sub, zone } = useMe();
  const range = betweenRange([sub], startOfDate(fromDate, zone), startOfDate(addDays(fromDate, days), zone));
  return useRange(sub === '' ? null : { collection: 'appointment', index: 'clinician_start', ...range });
}
