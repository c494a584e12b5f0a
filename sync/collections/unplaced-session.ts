import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import { indexKey, prefixRange } from '../core/index-key.ts';
import { appointmentBody } from './appointment.ts';
import { classes } from './classes.ts';
import { dateSchema, idSchema, instantSchema } from './values.ts';

const { local_start, zone, minutes, start, end, clinician, clinician_name, practice_id, appointment_type_label } =
  appointmentBody.entries;

/**
 * [CA-9] A session of a series that could not be had at its time: the rest of the series stands, and this one waits until somebody gives it a
 * time or leaves it out. It takes nobody's time, and its client does not read it.
 */
export const unplacedSession = defineCollection({
  name: 'unplaced_session',
  shape: 1,
  body: v.object({
    series: v.object({ id: idSchema, date: dateSchema }),
    /** The time that was not to be had. */
    local_start,
    zone,
    minutes,
    start,
    end,
    clinician,
    clinician_name,
    practice_id,
    appointment_type_label,
    why: v.picklist(['conflicting_session', 'time_blocked']),
    /** What stood in its way then, as far as it is of the practice. */
    taken: v.array(v.object({ start: instantSchema, end: instantSchema })),
    /** The session itself still stands, at the time it had before. */
    stands: v.optional(v.literal(true)),
    state: v.picklist(['open', 'placed', 'dropped']),
    modify_datetime: instantSchema,
  }),
  readers: {
    treating: [classes.scheduling],
    supervisor: [classes.scheduling],
    scheduler: [classes.scheduling],
    'practice.scheduler': [classes.scheduling],
  },
  indexes: {
    /** Those that wait, by clinician and wanted time. */
    waiting: ({ body }) => (body.state === 'open' ? [indexKey(body.clinician, body.start)] : []),
    series: ({ body: { series } }) => [indexKey(series.id, series.date)],
  },
  at: (body) => body.start,
  livesIn: ['chart'],
  fits: ({ id, body: { series } }) => id === unplacedIdOf(series.id, series.date),
  clinical: true,
});
export type UnplacedSession = v.InferOutput<typeof unplacedSession.body>;

/** One record for each date of a series: two devices meet in it. */
export function unplacedIdOf(seriesId: string, date: string): string {
  return `unplaced.${seriesId}.${date}`;
}

/** All that was ever left out of a series. */
export function unplacedOfSeries(seriesId: string) {
  return { kind: 'range', collection: 'unplaced_session', index: 'series', ...prefixRange(seriesId) } as const;
}
