import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { betweenRange } from '../../../sync/core/index-key.ts';
import { addDays, startOfDate } from '../../lib/time.ts';
import { useRange, type Loaded } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';
import { useWorkKind } from '../people/use-work-kind.ts';

export type Session = SeenRecord<Appointment>;

/** A professional's own sessions of so many days of their zone, by start, the cancelled ones too. */
export function useOwnSessions(fromDate: string, days: number): Loaded<readonly Session[]> {
  const { sub, zone } = useMe();
  const range = betweenRange([sub], startOfDate(fromDate, zone), startOfDate(addDays(fromDate, days), zone));
  return useRange(sub === '' ? null : { collection: 'appointment', index: 'clinician_start', ...range });
}

/** The sessions that stand in somebody's calendar, as above: one's own, or for the front desk those of its whole practice. */
export function useCalendar(fromDate: string, days: number): Loaded<readonly Session[]> {
  const { zone } = useMe();
  const kind = useWorkKind();
  const own = useOwnSessions(fromDate, days);
  const range = betweenRange([], startOfDate(fromDate, zone), startOfDate(addDays(fromDate, days), zone));
  const all = useRange(kind === 'desk' ? { collection: 'appointment', index: 'start', ...range } : null);
  if (kind === 'desk') return all;
  // An empty day of one's own is not said before it is known whose day it is.
  return kind === null && !own.loading && own.value.length === 0 ? { loading: true } : own;
}
