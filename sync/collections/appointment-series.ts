import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { indexKey, prefixRange } from '../core/index-key.ts';
import { instantOf } from '../core/wall-clock.ts';
import { openMonths, repeatRule } from '../domain/recurrence.ts';
import { occurrenceIdOf, longestSessionMinutes } from './appointment.ts';
import { classes } from './classes.ts';
import { plannedFacts } from './session-plan.ts';
import { dateSchema, idSchema, instantSchema, lineSchema, zoneSchema } from './values.ts';

/** So many cancels of one series can be brought back one by one, and so many parts its plan has. */
export const mostCancels = 200;
export const mostParts = 400;

/** What else is planned of each session, beside its time. */
export const seriesFacts = v.object(plannedFacts);
export type SeriesFacts = v.InferOutput<typeof seriesFacts>;

const planPart = v.object({
  from: dateSchema,
  days: v.pipe(v.number(), v.integer(), v.minValue(-1000), v.maxValue(1000)),
  time: v.pipe(v.string(), v.regex(/^\d\d:\d\d$/)),
  zone: zoneSchema,
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longestSessionMinutes)),
  facts: seriesFacts,
});

const seriesBody = v.object({
  /** With whom it was booked; who holds a session is said by the session. */
  clinician: idSchema,
  clinician_name: lineSchema,
  practice_id: idSchema,
  first: dateSchema,
  /** Absent: its dates were put together by hand. */
  rule: v.optional(repeatRule),
  plan: v.pipe(v.array(planPart), v.minLength(1), v.maxLength(mostParts)),
  /** No session after this date, as first planned, has been laid out yet. */
  laid_through: dateSchema,
  /** The rest was cancelled: nothing is laid out after this date. */
  until: v.optional(dateSchema),
  /** By which changes it was ended, each after which date: bringing one back leaves the others. */
  cancels: v.optional(v.pipe(v.array(v.object({ uid: v.string(), date: dateSchema })), v.maxLength(mostCancels))),
  /** Its client is asked about each session. */
  ask: v.optional(v.literal(true)),
  /** Why the next sessions could not be laid out, where nobody has ended it. */
  stopped: v.optional(v.object({ why: v.string(), at: instantSchema })),
  /** Somebody has said that it may end when it does. */
  ends_well: v.optional(v.literal(true)),
  /** Whoever asked for it wants its invoices made without being asked. */
  invoicing: v.optional(v.object({ automation: v.boolean() })),
  create_datetime: instantSchema,
  modify_datetime: instantSchema,
});
export type AppointmentSeries = v.InferOutput<typeof seriesBody>;

/**
 * [CA-9] Sessions that repeat. Each is an `appointment` of its own, named by the date it was first planned for; this record says by what rule,
 * and what was meant of them from which date on. "This and following" begins a part of the plan, no other series: two devices that change
 * the same series meet in one record, whichever of its dates they began with.
 */
export const appointmentSeries = defineCollection({
  name: 'appointment_series',
  shape: 1,
  body: seriesBody,
  readers: {
    treating: [classes.scheduling],
    supervisor: [classes.scheduling],
    scheduler: [classes.scheduling],
    'practice.scheduler': [classes.scheduling],
    'practice.biller': [classes.scheduling],
    client: [classes.scheduling],
    guardian: [classes.scheduling],
  },
  indexes: {
    scope: ({ scope, id }) => [indexKey(scope, id)],
    /** By when the last session that was laid out is. */
    clinician_end: ({ id, body }) => [indexKey(body.clinician, body.until ?? body.laid_through, id)],
  },
  at: () => '',
  livesIn: ['chart'],
  clinical: true,
  jobs: ({ id, body }) => {
    const key = `extend-series.${id}`;
    const at = isGoingOn(body) ? nextLook(body) : null;
    return at === null
      ? { drop: [key] }
      : { plan: [{ kind: 'extend-series', key, payload: { series: id }, when: { at } }] };
  },
});
/** Whether it goes on until somebody ends it, and nobody has. */
export function isGoingOn({ rule, until, stopped }: AppointmentSeries): boolean {
  return rule?.ends.kind === 'open' && until === undefined && stopped === undefined;
}

/** A month before its sessions lie less than a year ahead, the next ones are laid out. */
function nextLook({ laid_through, plan }: AppointmentSeries): string | null {
  const [year = 0, month = 0] = laid_through.split('-').map(Number);
  const ahead = new Date(Date.UTC(year, month - 1 - (openMonths - 1), 1)).toISOString().slice(0, 10);
  return instantOf(`${ahead}T03:00`, plan.at(-1)?.zone ?? 'UTC') ?? `${ahead}T03:00:00.000Z`;
}

export function seriesLoad(id: string): LoadRequest {
  return { kind: 'get', collection: 'appointment_series', id };
}

/** All sessions of a series. */
export function sessionsOfSeries(id: string) {
  return { kind: 'range', collection: 'appointment', index: 'series', ...prefixRange(id) } as const;
}

export function occurrenceLoad(id: string, date: string) {
  return { kind: 'get', collection: 'appointment', id: occurrenceIdOf(id, date) } as const;
}

/** The series, once `seriesLoad` was answered. */
export function findSeries(facts: Facts, id: string) {
  return facts.has(seriesLoad(id)) ? facts.find(appointmentSeries, id) : undefined;
}
