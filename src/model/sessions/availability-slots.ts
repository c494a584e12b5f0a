import { endOf } from '../../../sync/collections/appointment.ts';
import type { Offer } from '../../../sync/collections/availability-period-offer.ts';
import {
  freeSlots,
  isOpenFor,
  openStretches,
  wholeDays,
  type Slot,
  type WantedSession,
  type WeeklyPeriod,
} from '../../../sync/domain/free-slots.ts';
import type { Rules } from '../../../sync/collections/booking-rules.ts';
import { instantOf } from '../../../sync/core/wall-clock.ts';
import { addDays, dateIn, partsOfLocal } from '../../lib/time.ts';
import type { FreeAsk, FreeTime, Interval } from './free-times.ts';
import { nextFreeTimes } from './free-times.ts';

/** What free times are found by: the bodies of the records, whichever device holds them. */
export interface Said {
  readonly periods: readonly { readonly body: WeeklyPeriod & Offer }[];
  readonly openings: readonly { readonly body: Interval & Offer }[];
  readonly away: readonly {
    readonly body: { readonly from_date: string; readonly to_date: string; readonly zone: string };
  }[];
  readonly rules: Rules;
}

/** Of which days, by whose clock. */
interface Days {
  readonly zone: string;
  readonly first: string;
  readonly days: number;
}

export interface SlotWish extends Days {
  readonly minutes: number;
  readonly wanted: WantedSession;
  readonly busy: { readonly sessions: readonly Interval[]; readonly blocks: readonly Interval[] };
  readonly now: string;
}

/** Whether a clinician has said at all when she can be booked. */
export function hasHours({ periods, openings }: Pick<Said, 'periods' | 'openings'>): boolean {
  return periods.length > 0 || openings.length > 0;
}

/** The free times of a clinician by what she has said. Pure. */
export function slotsOf(said: Said, { zone, first, days, minutes, wanted, busy, now }: SlotWish): readonly Slot[] {
  const { rules } = said;
  return freeSlots({
    zone,
    first,
    days,
    minutes,
    now,
    stepMinutes: rules.step_minutes,
    weekly: bodiesFor(said.periods, wanted),
    openings: bodiesFor(said.openings, wanted),
    closed: [...busy.blocks, ...awayTimes(said)],
    taken: busy.sessions,
    bufferMinutes: rules.buffer_minutes,
    noticeMinutes: rules.notice_minutes,
    horizonDays: rules.horizon_days,
  });
}

/** Why nothing is free in these days: the first of these that holds. */
export type WhyNone =
  | { readonly kind: 'no-hours' }
  /** There are hours, and none for such a session. */
  | { readonly kind: 'not-for-this' }
  /** Away over all of them; until which day. */
  | { readonly kind: 'away'; readonly until: string }
  /** All of it lies later than anybody is booked. */
  | { readonly kind: 'too-far' }
  | { readonly kind: 'full' };

/** Why there is no free time in some days, in which `slotsOf` found none. Pure. */
export function whyNone(said: Said, { zone, first, days, wanted, now }: SlotWish): WhyNone {
  if (!hasHours(said)) return { kind: 'no-hours' };
  if (bodiesFor(said.periods, wanted).length + bodiesFor(said.openings, wanted).length === 0)
    return { kind: 'not-for-this' };
  const asked = wholeDays(first, addDays(first, days - 1), zone);
  const latest = Date.parse(now) + said.rules.horizon_days * 86_400_000;
  if (asked && Date.parse(asked.start) > latest) return { kind: 'too-far' };
  const from = asked && asked.start < now ? now : (asked?.start ?? now);
  const gone = awayOver(said, from);
  if (asked && gone && gone.end >= asked.end) return { kind: 'away', until: lastDay(gone, zone) };
  return { kind: 'full' };
}

/** How a time stands to what a clinician has said. */
export type HoursStanding =
  | { readonly kind: 'unsaid' | 'within' | 'outside' }
  /** The last day of it. */
  | { readonly kind: 'away'; readonly until: string };

/** Whether a time lies in a clinician's hours, beside them, or where she is away. Pure. */
export function hoursStanding(said: Said, time: Interval, zone: string): HoursStanding {
  const gone = awayTimes(said).find((one) => one.start < time.end && time.start < one.end);
  if (gone) return { kind: 'away', until: lastDay(awayOver(said, gone.start) ?? gone, zone) };
  if (!hasHours(said)) return { kind: 'unsaid' };
  const first = dateIn(time.start, zone);
  const isOpen = openTimes(said, { zone, first, days: 2 }).some(
    ({ start, end }) => start <= time.start && time.end <= end,
  );
  return { kind: isOpen ? 'within' : 'outside' };
}

/** What is open in and around these days for whatever session, touching stretches as one; days away are not taken out of it. */
export function openTimes(said: Said, days: Days): readonly Interval[] {
  return openStretches({ ...days, weekly: bodiesFor(said.periods, {}), openings: bodiesFor(said.openings, {}) });
}

/** The stretches of time in which a clinician is away. */
export function awayTimes({ away }: Pick<Said, 'away'>): readonly Interval[] {
  return away.flatMap(({ body }) => wholeDays(body.from_date, body.to_date, body.zone) ?? []);
}

/**
 * The free times nearest after one that was wanted, in the hours of the clinician where she has said any and some of them are free: else as
 * anybody's usual day has them. Who wanted a time beside those hours is offered the nearest of that day as well. Pure.
 */
export function nearestFreeTimes(
  ask: Omit<FreeAsk, 'busy'> & Pick<SlotWish, 'busy'>,
  said: Said | null,
  wanted: WantedSession = {},
): readonly FreeTime[] {
  const { local_start, zone, minutes, busy, now, count } = ask;
  const first = partsOfLocal(local_start).date;
  const usual = nextFreeTimes({
    ...ask,
    busy: [...busy.sessions, ...busy.blocks, ...(said ? awayTimes(said) : [])],
  });
  if (!said || !hasHours(said)) return usual;
  const slots = slotsOf(said, { zone, first, days: nearDays, minutes, wanted, busy, now });
  const after = slots.filter((slot) => slot.local_start > local_start).slice(0, count);
  const start = instantOf(local_start, zone);
  if (after.length === 0 || start === null) return usual;
  const [beside] = usual;
  const isBeside = hoursStanding(said, { start, end: endOf(start, minutes) }, zone).kind !== 'within';
  if (!isBeside || !beside || partsOfLocal(beside.local_start).date !== first) return after;
  return [beside, ...after.filter((one) => one.start !== beside.start)].slice(0, count);
}

/** So many days are looked through for what is near. */
export const nearDays = 15;

function bodiesFor<Body extends Offer>(
  all: readonly { readonly body: Body }[],
  wanted: WantedSession,
): readonly Body[] {
  return all.map(({ body }) => body).filter((body) => isOpenFor(body, wanted));
}

/** The time away that goes on at a moment, as far as it reaches over what touches it; null: none does. */
function awayOver(said: Said, moment: string): Interval | null {
  const all = awayTimes(said).toSorted((one, other) => (one.start < other.start ? -1 : 1));
  return all.reduce<Interval | null>((found, { start, end }) => {
    const reach = found?.end ?? moment;
    return start <= reach && end > reach ? { start: found?.start ?? start, end } : found;
  }, null);
}

/** The last whole day of a stretch that ends at a midnight. */
function lastDay({ end }: Interval, zone: string): string {
  return dateIn(new Date(Date.parse(end) - 1).toISOString(), zone);
}
