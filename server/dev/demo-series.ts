import { Temporal } from 'temporal-polyfill';
import type { AppointmentSeries } from '../../sync/collections/appointment-series.ts';
import { chartScope, classes } from '../../sync/collections/classes.ts';
import { newOccurrence, plannedSession } from '../../sync/collections/series-sessions.ts';
import { occurrenceDates, type RepeatRule } from '../../sync/domain/recurrence.ts';
import { practiceZone, type Chart, type GeneratedRecord } from './practice-types.ts';
import { createSeeded } from './seeded.ts';

/** It begins so many days ahead: the days about today stay as they were drawn. */
const fromDays = 10;
/** In the hour that every day of the demo keeps free. */
const [time, minutes] = ['12:10', 45];
const rule: RepeatRule = { unit: 'week', every: 1, ends: { kind: 'count', count: 10 } };

interface Context {
  readonly charts: readonly Chart[];
  readonly practiceId: string;
  readonly seed: number;
  readonly anchor: string;
}

/** A weekly series of the first clinician's, with a client of hers. Draws nothing from the seed's stream. */
export function demoSeries({ charts, practiceId, seed, anchor }: Context): readonly GeneratedRecord[] {
  const clinician = charts[0]?.clinician;
  const chart = charts.findLast((one) => one.clinician === clinician && one.isActive && !one.isCouple);
  if (!chart || !clinician) return [];
  const today = Temporal.Instant.from(anchor).toZonedDateTimeISO(practiceZone).toPlainDate();
  const day = today.add({ days: fromDays });
  // A weekend gives way to its Monday.
  const first = day.add({ days: day.dayOfWeek > 5 ? 8 - day.dayOfWeek : 0 }).toString();
  const held = { clinician: clinician.sub, clinician_name: clinician.display_name };
  const id = createSeeded(~seed - 20).id();
  const dates = occurrenceDates(first, rule);
  const body: AppointmentSeries = {
    ...held,
    practice_id: practiceId,
    first,
    rule,
    plan: [
      {
        from: first,
        days: 0,
        time,
        zone: practiceZone,
        minutes,
        facts: { appointment_type_label: 'Individual session', place: 'telehealth' },
      },
    ],
    laid_through: dates.at(-1) ?? first,
    create_datetime: anchor,
    modify_datetime: anchor,
  };
  const scope = chartScope(chart.id);
  const sessions = dates.flatMap((date) => {
    const session = plannedSession({ id, body }, date, { ...held, status: 'booked', modify_datetime: anchor });
    return session ? [newOccurrence(scope, session)] : [];
  });
  const series = { collection: 'appointment_series', id, scope, cls: classes.scheduling, body: { ...body } };
  return [{ ...series, fields: ['plan_start', 'until'] }, ...sessions] as readonly GeneratedRecord[];
}
