import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { sessionsOfSeries } from '../../../sync/collections/appointment-series.ts';
import { unplacedOfSeries } from '../../../sync/collections/unplaced-session.ts';
import { billingIdOf } from '../../../sync/collections/session-billing.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRange, useRecord, useRecords } from '../../lib/use-records.ts';
import type { SeriesKnown } from './series-reach.ts';
import type { Session } from './use-own-sessions.ts';

export interface SeriesOf {
  readonly series: SeenRecordOf<'appointment_series'>;
  /** All of its sessions that are on this device, the cancelled ones too. */
  readonly sessions: readonly Session[];
}

/** The series of a session, with its sessions; null of one that has none, and until the device has answered. */
export function useSeries(session: Session | null): SeriesOf | null {
  const id = session?.body.series?.id ?? null;
  const series = useRecord('appointment_series', id);
  const { kind: _kind, ...range } = sessionsOfSeries(id ?? '');
  const sessions = useRange(id === null ? null : range);
  if (series.loading || sessions.loading || !series.value) return null;
  return { series: series.value, sessions: sessions.value };
}

/** What a change of a series would meet, as far as this device knows; null as above. */
export function useSeriesKnown(session: Session | null): (SeriesOf & SeriesKnown) | null {
  const now = useNow();
  const found = useSeries(session);
  const ids = found?.sessions.map(({ id }) => id) ?? [];
  const notes = useRecords('note', ids.map(noteIdOf));
  const bills = useRecords('session_billing', ids.map(billingIdOf));
  const { kind: _kind, ...left } = unplacedOfSeries(found?.series.id ?? '');
  const unplaced = useRange(found ? left : null);
  if (!found) return null;
  const open = unplaced.loading ? [] : unplaced.value.filter(({ body }) => body.state === 'open');
  return {
    ...found,
    plan: found.series.body.plan,
    noted: new Set(ids.filter((id) => notes.get(noteIdOf(id)) !== undefined)),
    billed: new Set(ids.filter((id) => (bills.get(billingIdOf(id))?.body.billed.length ?? 0) > 0)),
    waits: new Set(open.map(({ body }) => body.series.date)),
    now,
  };
}
