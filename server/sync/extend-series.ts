import { appointment } from '../../sync/collections/appointment.ts';
import {
  appointmentSeries,
  isGoingOn,
  sessionsOfSeries,
  type AppointmentSeries,
} from '../../sync/collections/appointment-series.ts';
import { lastHolder } from '../../sync/collections/series-sessions.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { addedMonths, openMonths } from '../../sync/domain/recurrence.ts';
import { call, type Plan } from '../store/port.ts';
import { auditMutation, decideMutation } from './decide-mutation.ts';
import { liftTo } from './lift-record.ts';
import type { TxContext } from './tx-context.ts';
import { writeRecord } from './write-record.ts';

/**
 * [CA-9] Lays out the next month of a series that nobody has ended, as whoever holds its last session: with her access, and over the same rules as if she
 * did it herself. Where she may not any more, or the client is archived, it stops, and the series says why. Its record plans the next time.
 */
export function* extendSeries(context: TxContext, seriesId: string): Plan<void> {
  const stored = yield* call('getRecord', 'appointment_series', seriesId);
  if (!stored) return;
  const record = liftTo(context.registry, appointmentSeries, stored);
  const { body } = record;
  if (!isGoingOn(body)) return;
  const clinician = yield* holderOf(context, record);
  const actor = { sub: clinician, principal: clinician };
  const ahead = addedMonths(context.today, openMonths);
  const next = addedMonths(body.laid_through, 1);
  // A year at a time at most: after a long standstill the record plans the next look for at once.
  const most = addedMonths(body.laid_through, 12);
  const wanted = next > ahead ? next : ahead;
  const through = wanted > most ? most : wanted;
  const mutation = {
    // The same at each attempt: what it wrote once says a later date.
    uid: `extend.${seriesId}.${body.laid_through}`,
    name: 'appointment_series.extend',
    args: { series_id: seriesId, ends: { kind: 'open' }, through },
    ctx: { now: context.now, zone: context.zone, ids: [], base: {} },
  };
  const decided = yield* decideMutation(context, actor, mutation);
  yield* auditMutation(context, actor, mutation, decided, { job: 'extend-series' });
  if (decided.outcome === 'applied') return;
  // Who has lost her access is answered as if there were no such series.
  const why = decided.code === 'not_found' ? 'not_allowed' : decided.code;
  const stopped = { why, at: context.now };
  yield* writeRecord(context, { ...record, version: record.version + 1, body: { ...body, stopped } }, record);
}

/** Who holds the last session of the series. */
function* holderOf(context: TxContext, { id, body }: StoredRecord<AppointmentSeries>): Plan<string> {
  const { collection, index, from, to } = sessionsOfSeries(id);
  const records: readonly StoredRecord[] = yield* call('rangeRecords', { collection, index, from, to });
  return lastHolder(
    records.map((record) => liftTo(context.registry, appointment, record)),
    body,
  ).clinician;
}
