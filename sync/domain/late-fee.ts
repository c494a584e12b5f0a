import { fromInstant, toInstant } from '../core/instant.ts';
import { instantOf } from '../core/wall-clock.ts';

/** [C-031, C-032] What is asked of who cancels late: an amount in cents, or whole percents of the session's price. */
export type LateFee =
  | { readonly kind: 'flat'; readonly cents: number }
  | { readonly kind: 'percent'; readonly percent: number };

/** [C-033] Until so many hours before the session it is cancelled without a fee. */
export interface LateTerms {
  readonly hours: number;
  readonly fee: LateFee;
}

/** The most hours that terms can name: a week. */
export const mostLateHours = 168;

/** Who takes a booking back at once never pays for it. */
export const secondThoughtsMs = 5 * 60_000;

/** What of a session decides about its late fee. */
export interface LateSession {
  readonly local_start: string;
  readonly zone: string;
  readonly start: string;
  readonly price_cents?: number | undefined;
  readonly booked_at?: string | undefined;
  readonly late?: LateTerms | undefined;
}

/**
 * The last moment at which the session is cancelled in time: so many hours before its beginning by the clocks of its own zone, so that a day
 * before ten o'clock is ten o'clock also where clocks changed in between. Null where no terms were agreed.
 */
export function freeUntil({ local_start, zone, start, late }: LateSession): string | null {
  if (!late) return null;
  const earlierMs = late.hours * 3_600_000;
  const local = toInstant(Date.parse(`${local_start}:00Z`) - earlierMs).slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return instantOf(local, zone) ?? toInstant(fromInstant(start) - earlierMs);
}

/** The last moment at which nothing is asked for it: the limit, or the end of the minutes for a second thought where that is later. */
export function costsNothingUntil(session: LateSession): string | null {
  const limit = freeUntil(session);
  if (limit === null || session.booked_at === undefined) return limit;
  const thought = toInstant(fromInstant(session.booked_at) + secondThoughtsMs);
  return thought > limit ? thought : limit;
}

/**
 * What a cancellation at that moment costs by the terms that the session was booked with, in cents: nothing up to the limit itself, nor
 * within five minutes of the booking, and never more than the session. A part of a price is rounded half up to the cent.
 */
export function lateFeeCents(session: LateSession, at: string): number {
  const limit = costsNothingUntil(session);
  if (!session.late || limit === null || at <= limit) return 0;
  return feeCents(session.late.fee, session.price_cents);
}

/** A fee in cents: of a session whose price nobody has said, a part is nothing. */
export function feeCents(fee: LateFee, priceCents: number | undefined): number {
  if (fee.kind === 'flat') return Math.min(fee.cents, priceCents ?? fee.cents);
  return Math.floor(((priceCents ?? 0) * fee.percent + 50) / 100);
}
