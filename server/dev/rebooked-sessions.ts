import type { Appointment } from '../../sync/collections/appointment.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import { Temporal } from 'temporal-polyfill';
import { practiceZone, type Chart, type GeneratedRecord } from './practice-types.ts';
import { createSeeded } from './seeded.ts';

/** So many days ahead what was cancelled has been given to somebody else: nearer days stay as they were drawn. */
export const rebookedFromDays = 8;

/**
 * Of each clinician, the first session cancelled from `rebookedFromDays` on has lost its time to another client: restoring it is
 * refused. Draws nothing from the seed's stream.
 */
export function rebookedSessions(
  records: readonly GeneratedRecord[],
  { charts, seed, anchor }: { readonly charts: readonly Chart[]; readonly seed: number; readonly anchor: string },
): readonly GeneratedRecord[] {
  const today = Temporal.Instant.from(anchor).toZonedDateTimeISO(practiceZone).toPlainDate();
  const from = today.add({ days: rebookedFromDays }).toString();
  const cancelled = records
    .filter(({ collection }) => collection === 'appointment')
    .map((record) => ({ record, body: record.body as Appointment }))
    .filter(({ body }) => body.status === 'cancelled_patient' && body.local_start >= from)
    .toSorted((one, other) => (one.body.start < other.body.start ? -1 : 1));
  const clinicians = [...new Set(charts.map(({ clinician }) => clinician.sub))];
  return clinicians.flatMap((sub, index) => {
    const lost = cancelled.find(({ body }) => body.clinician === sub);
    const other = charts.find(
      (chart) =>
        chart.clinician.sub === sub && chart.isActive && !chart.isCouple && chartScope(chart.id) !== lost?.record.scope,
    );
    if (!lost || !other) return [];
    const body: Appointment = { ...lost.body, status: 'booked', appointment_type_label: 'Individual session' };
    const id = createSeeded(~seed - 10 - index).id();
    return [{ ...lost.record, id, scope: chartScope(other.id), body }];
  });
}
