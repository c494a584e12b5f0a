import type { Instant } from '../../../sync/core/record.ts';
import { endOf } from '../../../sync/collections/appointment.ts';
import { instantOf } from '../../../sync/core/wall-clock.ts';
import { addDays, localTimeAt, localTimeIn, partsOfLocal } from '../../lib/time.ts';

/** Time that is taken; half-open. */
export interface Interval {
  readonly start: Instant;
  readonly end: Instant;
}

/** A time at which somebody could be booked. */
export interface FreeTime extends Interval {
  readonly local_start: string;
}

export interface FreeAsk {
  /** The time that was wanted, by the clock of `zone`. */
  readonly local_start: string;
  readonly zone: string;
  readonly minutes: number;
  readonly busy: readonly Interval[];
  /** Nothing before it is offered. */
  readonly now: Instant;
  /** How many are asked for. */
  readonly count: number;
}

const rasterMinutes = 15;
const lookAheadDays = 14;
/** Nobody is offered a session in the night, unless it was asked for. */
const usual = { from: 8 * 60, to: 20 * 60 } as const;

/**
 * The next free beginnings from a wanted time on: every quarter of an hour of that day, then of the days after it, within usual hours,
 * or from the wanted hour where that lies before them. An hour that a clock change leaves out is not offered. Pure.
 */
export function nextFreeTimes(ask: FreeAsk): readonly FreeTime[] {
  const { local_start, minutes, count } = ask;
  const { date: wantedDate, minute: wanted } = partsOfLocal(local_start);
  const first = Math.min(usual.from, floorTo(wanted));
  const last = Math.max(usual.to, wanted + minutes);
  const found: FreeTime[] = [];
  for (let day = 0; day <= lookAheadDays && found.length < count; day += 1) {
    const date = addDays(wantedDate, day);
    const from = day === 0 ? ceilTo(wanted) : first;
    const until = Math.min(last, 24 * 60) - minutes;
    for (let minute = from; minute <= until && found.length < count; minute += rasterMinutes) {
      const free = freeAt(localTimeAt(date, minute), ask);
      if (free && free.local_start !== local_start) found.push(free);
    }
  }
  return found;
}

/** What of a time is taken. */
export function overlapping(wanted: Interval, busy: readonly Interval[]): readonly Interval[] {
  return busy.filter(({ start, end }) => start < wanted.end && wanted.start < end);
}

function freeAt(local: string, { zone, minutes, busy, now }: FreeAsk): FreeTime | null {
  const start = instantOf(local, zone);
  if (start === null || start < now || localTimeIn(start, zone) !== local) return null;
  const time = { local_start: local, start, end: endOf(start, minutes) };
  return overlapping(time, busy).length === 0 ? time : null;
}

const floorTo = (minute: number): number => Math.floor(minute / rasterMinutes) * rasterMinutes;
const ceilTo = (minute: number): number => Math.ceil(minute / rasterMinutes) * rasterMinutes;
