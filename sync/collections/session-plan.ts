import * as v from 'valibot';
import { wallClockDistanceMs } from '../core/wall-clock.ts';
import { billingTypes, highestPriceCents, sessionKinds } from '../domain/session-kinds.ts';
import { endOf, instantsOf, longestSessionMinutes, places, type Appointment } from './appointment.ts';
import { instantSchema, lineSchema, localTimeSchema, zoneSchema } from './values.ts';

/** Local time and instant of a session lie no further apart, whichever table of zones each was made with. */
const farthestOffMs = 26 * 60 * 60 * 1000;

/** Whole cents. */
export const priceSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(highestPriceCents));

/** When a session is meant to be, as whoever plans it says. */
export const plannedTime = {
  local_start: localTimeSchema,
  zone: zoneSchema,
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longestSessionMinutes)),
  /** The beginning as the device derives it: shown until the server's own derivation comes. */
  start: instantSchema,
} as const;

/** What else is planned of a session and can be changed later, fact by fact. */
export const plannedFacts = {
  appointment_type_label: v.pipe(lineSchema, v.trim(), v.minLength(1)),
  place: v.picklist(places),
  kind: v.optional(v.picklist(sessionKinds)),
  billing_type: v.optional(v.picklist(billingTypes)),
  /** What it is to cost. What of it is open or paid, `session_billing` says. */
  price_cents: v.optional(priceSchema),
} as const;

/** A beginning in somebody's local time, as it is meant and as the device derives it. */
export interface MeantTime extends Pick<Appointment, 'local_start' | 'zone' | 'minutes'> {
  readonly start: string;
}

/**
 * Beginning and end: as the device said, or by this machine's own table of zones. Null where there is no such time, or what
 * was said is another one.
 */
export function timeOf(meant: MeantTime, isOwn: boolean): Pick<Appointment, 'start' | 'end'> | null {
  const distanceMs = wallClockDistanceMs(meant.local_start, meant.zone, meant.start);
  if (distanceMs === null || distanceMs > farthestOffMs) return null;
  return isOwn ? instantsOf(meant) : { start: meant.start, end: endOf(meant.start, meant.minutes) };
}
