import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import type { Facts } from '../core/facts.ts';
import { indexKey } from '../core/index-key.ts';
import { fromInstant, toInstant } from '../core/instant.ts';
import { instantOf } from '../core/wall-clock.ts';
import { billedStatuses, sessionStatuses, statusFlags } from '../domain/appointment-status.ts';
import { billingTypes, highestPriceCents, sessionKinds } from '../domain/session-kinds.ts';
import type { ConflictDetail } from '../protocol/error-details.ts';
import { liftAppointment } from './appointment-shapes.ts';
import { lateTermsSchema } from './cancellation-policy.ts';
import { classes, practiceScope } from './classes.ts';
import { isPutAway, sampleMark } from './sample.ts';
import { dateSchema, idSchema, instantSchema, lineSchema, localTimeSchema, zoneSchema } from './values.ts';

/** Where a session is held. `outside`: neither by video nor at one of the practice's places. */
export const places = ['telehealth', 'office_location', 'outside'] as const;

/**
 * A session. It is meant in local time: `local_start`, `zone` and `minutes` are the source, `start` and `end` the instants
 * derived from them, by the server's table of time zones once it has it. Who holds it and where are records' words. Without
 * reason or content, and without what of its bill is open: the client and the front desk read this record too.
 */
export const appointmentBody = v.object({
  appointment_type_label: lineSchema,
  /** How it stands. What of its bill is open or paid says `session_billing`. */
  status: v.picklist(sessionStatuses),
  local_start: localTimeSchema,
  zone: zoneSchema,
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24 * 60)),
  start: instantSchema,
  end: instantSchema,
  clinician: idSchema,
  clinician_name: lineSchema,
  practice_id: idSchema,
  place: v.picklist(places),
  modify_datetime: instantSchema,
  kind: v.optional(v.picklist(sessionKinds)),
  /** How it is to be paid, and what it is to cost in whole cents: as it was booked, whatever its type says later. */
  billing_type: v.optional(v.picklist(billingTypes)),
  price_cents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(highestPriceCents))),
  /** Of one to which its clinician did not come: how it stood before that was said. */
  no_join_from: v.optional(v.picklist(sessionStatuses)),
  /** It was held without the client, who did not come. That the clinician did not, `status` says. */
  absent: v.optional(v.literal('client')),
  /** When it was said that it took place. */
  held: v.optional(instantSchema),
  /** Whoever kept the sessions before said that it may have been missed. */
  missed: v.optional(v.boolean()),
  /** Of a cancelled session: what it was before, so that restoring brings back exactly that. */
  cancelled_from: v.optional(v.picklist(sessionStatuses)),
  /** When it was booked, as whoever booked it says. */
  booked_at: v.optional(instantSchema),
  /** On what terms it is cancelled, as they were when it was booked. */
  late: v.optional(lateTermsSchema),
  /** What those terms ask of a client who cancelled late or did not come: counted from `at`, which arrived at `received`. */
  late_fee: v.optional(
    v.object({
      cents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(highestPriceCents)),
      at: instantSchema,
      received: v.optional(instantSchema),
      /** `in_time`: said in time, and late only when it arrived. */
      state: v.picklist(['proposed', 'in_time', 'owed', 'waived']),
    }),
  ),
  /** What a record of the first shape said of its bill, until one of `session_billing` says more. */
  billed_as: v.optional(v.picklist(billedStatuses)),
  sample: sampleMark,
  /** Of one that repeats: its series, and the date for which it was first planned, which names it in there for good. */
  series: v.optional(v.object({ id: idSchema, date: dateSchema })),
});
export type Appointment = v.InferOutput<typeof appointmentBody>;

export const appointment = defineCollection({
  name: 'appointment',
  shape: 2,
  body: appointmentBody,
  upcast: { 1: liftAppointment },
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
    start: ({ body }) => (isPutAway(body) ? [] : [body.start]),
    clinician_start: ({ body }) => (isPutAway(body) ? [] : [indexKey(body.clinician, body.start)]),
    scope_start: ({ scope, body }) => (isPutAway(body) ? [] : [indexKey(scope, body.start)]),
    series: ({ body: { series } }) => (series ? [indexKey(series.id, series.date)] : []),
  },
  indexed: 3,
  at: (body) => body.start,
  livesIn: ['chart'],
  // [CA-9] The id of one that repeats follows from its series, and no other has such an id.
  fits: ({ id, body }) =>
    isOccurrenceId(id) === (body.series !== undefined) &&
    (!body.series || id === occurrenceIdOf(body.series.id, body.series.date)),
  clinical: true,
  // [CA-13] What is to come again is told where the office is now.
  jobs: ({ id, body }, before) =>
    before && body.place === 'office_location' && isToComeAnew(body, before.body)
      ? { plan: [{ kind: 'carry-office', key: `carry-office.of.${id}`, payload: { session: id } }] }
      : {},
  // [SD-1] A sample takes nobody's time.
  project: ({ id, body }) => [
    {
      collection: 'busy_time',
      id: `busy.${id}`,
      scope: practiceScope(body.practice_id),
      cls: classes.colleagues,
      body: { clinician: body.clinician, start: body.start, end: body.end, free: isFree(body) },
    },
  ],
  derive: (body) => {
    const derived = instantsOf(body);
    return derived && derived.start !== body.start ? { ...body, ...derived } : null;
  },
});

/** Whether it may have missed what was said of its office meanwhile: it was earlier and may have been over, at another place, with somebody else, or off. */
function isToComeAnew(now: Appointment, before: Appointment): boolean {
  const isOff = ({ status }: Appointment): boolean => statusFlags(status).cancelled || statusFlags(status).no_show;
  const isOther = now.place !== before.place || now.clinician !== before.clinician;
  return isOther || now.start > before.start || (isOff(before) && !isOff(now));
}

/** The id of a session of a series: whoever lays it out, it is the same one, and moving it changes its time alone. */
export function occurrenceIdOf(seriesId: string, date: string): string {
  return `${occurrencePrefix}${seriesId}.${date}`;
}

export function isOccurrenceId(id: string): boolean {
  return id.startsWith(occurrencePrefix);
}

const occurrencePrefix = 'appointment.';

/** The instants of a session by this machine's table of time zones; null where that does not know the zone. */
export function instantsOf(
  meant: Pick<Appointment, 'local_start' | 'zone' | 'minutes'>,
): { readonly start: string; readonly end: string } | null {
  const start = instantOf(meant.local_start, meant.zone);
  return start === null ? null : { start, end: endOf(start, meant.minutes) };
}

/** When a session ends that begins then. */
export function endOf(start: string, minutes: number): string {
  return toInstant(fromInstant(start) + minutes * 60_000);
}

/** No session is longer: the bound that makes the search for overlaps a short range. */
export const longestSessionMinutes = 8 * 60;

/** A clinician's time that is asked for. */
export interface WantedTime {
  readonly clinician: string;
  readonly start: string;
  readonly end: string;
}

/** Every session of the clinician that could overlap with this time. */
export function nearSessions({ clinician, start, end }: WantedTime) {
  return {
    kind: 'range',
    collection: 'appointment',
    index: 'clinician_start',
    from: indexKey(clinician, toInstant(fromInstant(start) - longestSessionMinutes * 60_000)),
    to: indexKey(clinician, end),
  } as const;
}

/**
 * Refuses where a session that stands takes some of this time; `nearSessions` was loaded. What takes it is told as far as it is
 * of the same practice: of another one's calendar nothing is. `except`: sessions that are moved with it do not stand in the way.
 */
export function refuseConflict(
  facts: Facts,
  wanted: WantedTime & { readonly practice_id: string },
  except: string | ReadonlySet<string> = '',
) {
  const isExcepted = (id: string): boolean => (typeof except === 'string' ? id === except : except.has(id));
  const taken = facts
    .within(appointment, nearSessions(wanted))
    .filter(({ id, body: other }) => !isExcepted(id) && !isFree(other) && overlaps(other, wanted));
  if (taken.length === 0) return null;
  const told = taken.filter(({ body }) => body.practice_id === wanted.practice_id);
  const detail: ConflictDetail = { taken: told.map(({ body: { start, end } }) => ({ start, end })) };
  return { reject: 'conflicting_session', detail } as const;
}

/** Whether a session takes its clinician's time: one that was cancelled does not, nor does a sample [SD-1]. */
function isFree({ status, sample }: Appointment): boolean {
  return sample !== undefined || statusFlags(status).cancelled;
}

/** Whether two half-open intervals of instants share a moment. */
export function overlaps(one: { start: string; end: string }, other: { start: string; end: string }): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The id of the one SOAP note of a session: derived, so that two devices starting it offline meet in one record. */
export function noteIdOf(appointmentId: string): string {
  return `note.${appointmentId}`;
}
