import { fromInstant, toInstant } from '../core/instant.ts';
import { instantOf, wallClockDistanceMs } from '../core/wall-clock.ts';

/** Half-open, in instants. */
export interface Interval {
  readonly start: string;
  readonly end: string;
}

/** When somebody can be booked in every week. */
export interface WeeklyPeriod {
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Minutes from midnight; `to` at most 1440, after `from`. */
  readonly from: number;
  readonly to: number;
  /** Whose clock that is; absent: of the zone that is asked about. */
  readonly zone?: string;
}

export interface SlotAsk {
  /** By whose clock it is asked: of this zone are the dates, and the slots. */
  readonly zone: string;
  /** The first date that is asked about, and how many days from there. */
  readonly first: string;
  readonly days: number;
  /** How long the session is, and on which minutes of an hour one may begin. */
  readonly minutes: number;
  readonly stepMinutes: number;
  readonly weekly: readonly WeeklyPeriod[];
  /** Times that are open once. */
  readonly openings: readonly Interval[];
  /** Times in which nobody is booked, whatever the week says. */
  readonly closed: readonly Interval[];
  /** Sessions that stand. */
  readonly taken: readonly Interval[];
  /** So many minutes stay free before and after each session. */
  readonly bufferMinutes: number;
  readonly now: string;
  /** Nobody is booked sooner than so many minutes from now, nor later than so many days. */
  readonly noticeMinutes: number;
  readonly horizonDays: number;
}

export interface Slot extends Interval {
  readonly local_start: string;
}

/** What an open time is for; what is absent leaves it open for all. */
export interface OpenFor {
  readonly place?: string | undefined;
  readonly office_location_id?: string | undefined;
  readonly appointment_type_ids?: readonly string[] | undefined;
}

/** What is to be booked; what is absent is not asked about. */
export interface WantedSession {
  readonly place?: string | undefined;
  readonly office_location_id?: string | undefined;
  /** Null: a session of no type that is known here. */
  readonly appointment_type_id?: string | null | undefined;
}

/** Whether a session can be held in a time that is open for this. Pure. */
export function isOpenFor(open: OpenFor, wanted: WantedSession): boolean {
  const fits = (own: string | undefined, asked: string | undefined): boolean =>
    own === undefined || asked === undefined || own === asked;
  const { appointment_type_ids: ids } = open;
  const type = wanted.appointment_type_id;
  return (
    fits(open.place, wanted.place) &&
    fits(open.office_location_id, wanted.office_location_id) &&
    (ids === undefined || type === undefined || (type !== null && ids.includes(type)))
  );
}

/** Days of a zone from one to another, both included, as a stretch of time; null where no such zone is known. */
export function wholeDays(first: string, last: string, zone: string): Interval | null {
  const [start, end] = [first, dateAfter(last, 1)].map((date) => instantOf(localTime(date, 0), zone));
  return start && end ? { start, end } : null;
}

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/**
 * Where a session can be booked, ascending, each beginning once. A slot lies in one open stretch as a whole: a weekly period, a one-off opening, or several of them
 * that touch. An hour that a clock change leaves out is no slot, of one that comes twice the first is. Pure: server and device ask
 * the same of the same records.
 */
export function freeSlots(ask: SlotAsk): readonly Slot[] {
  const { zone, first, days, minutes, stepMinutes, now } = ask;
  const open = openStretches(ask);
  const soonest = toInstant(fromInstant(now) + ask.noticeMinutes * minuteMs);
  const latest = toInstant(fromInstant(now) + ask.horizonDays * dayMinutes * minuteMs);
  const slots: Slot[] = [];
  for (let day = 0; day < days; day += 1) {
    for (let minute = 0; minute < dayMinutes; minute += stepMinutes) {
      const local_start = localTime(dateAfter(first, day), minute);
      const start = instantOf(local_start, zone);
      if (start === null || start < soonest || start > latest) continue;
      const slot = { local_start, start, end: toInstant(fromInstant(start) + minutes * minuteMs) };
      const isOpen = open.some((one) => one.start <= slot.start && slot.end <= one.end);
      if (isOpen && isFree(slot, ask) && wallClockDistanceMs(local_start, zone, start) === 0) slots.push(slot);
    }
  }
  return slots;
}

function isFree(slot: Slot, { closed, taken, bufferMinutes }: SlotAsk): boolean {
  const apart = bufferMinutes * minuteMs;
  const around = {
    start: toInstant(fromInstant(slot.start) - apart),
    end: toInstant(fromInstant(slot.end) + apart),
  };
  return !closed.some((one) => overlaps(one, slot)) && !taken.some((one) => overlaps(one, around));
}

function overlaps(one: Interval, other: Interval): boolean {
  return one.start < other.end && other.start < one.end;
}

type OpenAsk = Pick<SlotAsk, 'zone' | 'first' | 'days' | 'weekly' | 'openings'>;

/** Everything that is open in and around these days, ascending, touching stretches as one. */
export function openStretches({ zone, first, days, weekly, openings }: OpenAsk): readonly Interval[] {
  const all: Interval[] = [...openings];
  // A stretch may begin the day before, and go on the day after; another zone's dates lie up to a day beside these.
  for (let day = -2; day <= days + 1; day += 1) {
    const date = dateAfter(first, day);
    for (const { weekday, from, to, zone: own = zone } of weekly) {
      if (weekday !== weekdayOf(date)) continue;
      const [start, end] = [from, to].map((minute) => instantOf(localAt(date, minute), own));
      if (start && end && start < end) all.push({ start, end });
    }
  }
  const merged: Interval[] = [];
  for (const one of all.toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    const last = merged.at(-1);
    if (!last || last.end < one.start) merged.push(one);
    else merged[merged.length - 1] = { start: last.start, end: last.end < one.end ? one.end : last.end };
  }
  return merged;
}

/** Midnight at the end of a day is the beginning of the next. */
function localAt(date: string, minute: number): string {
  return minute < dayMinutes ? localTime(date, minute) : localTime(dateAfter(date, 1), minute - dayMinutes);
}

function localTime(date: string, minute: number): string {
  const [hours, rest] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'));
  return `${date}T${hours}:${rest}`;
}

function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * dayMinutes * minuteMs).toISOString().slice(0, 10);
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay();
}
